; Definitions
(class_definition name: (identifier) @name body: (block) @body) @class
(function_definition name: (identifier) @name return_type: (type)? @returns body: (block) @body) @function
(class_definition superclasses: (argument_list [(identifier) (attribute) (subscript) (call)] @base))
((class_definition superclasses: (argument_list (keyword_argument name: (identifier) @bind.metaclass value: (_) @value)))
  (#eq? @bind.metaclass "metaclass"))
(class_definition body: (block . (comment)* . (expression_statement (string) @doc)))
(function_definition body: (block . (comment)* . (expression_statement (string) @doc)))
(module . (comment)* . (expression_statement (string) @doc))
(function_definition parameters: (parameters . [(identifier) @receiver (typed_parameter (identifier) @receiver)]))
(function_definition parameters: (parameters . (comment) . (comment)* . [(identifier) @receiver (typed_parameter (identifier) @receiver)]))
(class_definition body: (block [
  (function_definition parameters: (parameters . (typed_parameter . (identifier) @bind.thisParameter type: (type) @type)))
  (decorated_definition definition: (function_definition parameters: (parameters . (typed_parameter . (identifier) @bind.thisParameter type: (type) @type))))]))
(decorated_definition (decorator (identifier) @classMember) (#eq? @classMember "classmethod"))
((function_definition name: (identifier) @classMember) (#match? @classMember "^__(new|init_subclass|class_getitem)__$"))
(decorated_definition (decorator (identifier) @static) (#eq? @static "staticmethod"))
(decorated_definition (decorator (_) @property) (#match? @property "(^|[._])property$|(^|[.])declared_attr([.]\\w+)?$"))
((decorated_definition (decorator (attribute attribute: (identifier) @_set) @setter)) (#eq? @_set "setter"))
(decorated_definition . (decorator [(identifier) (attribute) (call)] @decorator) definition: (function_definition))
(decorated_definition (decorator (_) @overload) (#match? @overload "(^|[.])overload$"))
((if_statement condition: [(identifier) (attribute)] @_typing consequence: (block [
  (class_definition name: (_) @typeCheckingOnly)
  (function_definition name: (_) @typeCheckingOnly)
  (decorated_definition definition: (_ name: (_) @typeCheckingOnly))]) alternative: (else_clause))
  (#match? @_typing "(^|[.])TYPE_CHECKING$"))
((if_statement condition: [(identifier) (attribute)] @_typing alternative: (else_clause (block [
  (class_definition name: (_) @fallback)
  (function_definition name: (_) @fallback)
  (decorated_definition definition: (_ name: (_) @fallback))])))
  (#match? @_typing "(^|[.])TYPE_CHECKING$"))
((except_clause value: (_) @_lack (block [
  (class_definition name: (_) @fallback)
  (function_definition name: (_) @fallback)
  (decorated_definition definition: (_ name: (_) @fallback))]))
  (#match? @_lack "ImportError|ModuleNotFoundError"))
; Where a condition fails, or what was tried: any of the functions of one name may be meant.
(else_clause (block [(function_definition name: (_) @otherwise) (decorated_definition definition: (function_definition name: (_) @otherwise))]))
(elif_clause (block [(function_definition name: (_) @otherwise) (decorated_definition definition: (function_definition name: (_) @otherwise))]))
(except_clause (block [(function_definition name: (_) @otherwise) (decorated_definition definition: (function_definition name: (_) @otherwise))]))
(decorator . (_) @annotation)
(lambda) @scope
[(list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)] @scope

; Calls
(call function: (_) @callee)
(decorator [(identifier) (attribute)] @callee)
[(binary_operator) (unary_operator) (augmented_assignment)] @callee
(return_statement (_) @return)
(yield) @yield
(return_statement [(lambda) (list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)]) @return

; Names and their values
(parameters (identifier) @bind)
(parameters (typed_parameter . (identifier) @bind type: (type) @type))
(parameters (default_parameter name: (identifier) @bind value: (_) @value))
(parameters (typed_default_parameter name: (identifier) @bind type: (type) @type))
(parameters [(list_splat_pattern (identifier) @bind) (dictionary_splat_pattern (identifier) @bind)
  (typed_parameter [(list_splat_pattern (identifier) @bind) (dictionary_splat_pattern (identifier) @bind)])])
(parameters (typed_parameter [(list_splat_pattern (identifier) @bind) (dictionary_splat_pattern (identifier) @bind)]
  type: (type) @type.many))
(lambda_parameters (identifier) @bind)
(lambda_parameters (default_parameter name: (identifier) @bind))
((call function: (_) @_through arguments: (argument_list . (_) @element
    (keyword_argument name: (identifier) @_key value: (lambda parameters: (lambda_parameters . (identifier) @bind)))))
  (#match? @_through "^(sorted|(itertools[.])?groupby)$") (#eq? @_key "key"))
((call function: (identifier) @_through arguments: (argument_list . (_) @element .
    (keyword_argument name: (identifier) @_key value: (lambda parameters: (lambda_parameters . (identifier) @bind)))))
  (#match? @_through "^(min|max)$") (#eq? @_key "key"))
((call function: (attribute object: (_) @element attribute: (identifier) @_through) arguments: (argument_list
    (keyword_argument name: (identifier) @_key value: (lambda parameters: (lambda_parameters . (identifier) @bind)))))
  (#eq? @_through "sort") (#eq? @_key "key"))
((call function: (identifier) @_through
    arguments: (argument_list . (lambda parameters: (lambda_parameters . (identifier) @bind .)) . (_) @element .))
  (#match? @_through "^(map|filter)$"))
(assignment left: [(identifier) (attribute)] @bind type: (type)? @type right: (_)? @value)
((assignment left: (identifier) @bind right: (subscript value: (_) @_of) @type.class)
  (#match? @_of "^((typing|typing_extensions|t|tp|collections[.]abc)[.])?(Union|Optional|Annotated|List|Dict|Tuple|Set|FrozenSet|Type|Callable|Awaitable|Coroutine|Generator|AsyncGenerator|(Async)?(Iterable|Iterator)|Collection|(Mutable)?(Sequence|Mapping)|DefaultDict|OrderedDict|Deque|(Async)?ContextManager|list|dict|tuple|set|frozenset|type|deque|defaultdict)$"))
((assignment left: (identifier) @bind right: (subscript) @type.class)
  (#match? @type.class "^([A-Za-z_]\\w*[.])*_*[A-Z]\\w*[a-z]\\w*\\[\\s*(None|str|bytes|int|float|bool|(list|dict|tuple|set|type)\\[[^\\[\\]]*\\]|([A-Za-z_]\\w*[.])*_*[A-Z]\\w*[a-z]\\w*(\\[[^\\[\\]]*\\])?)(\\s*,\\s*(None|str|bytes|int|float|bool|(list|dict|tuple|set|type)\\[[^\\[\\]]*\\]|([A-Za-z_]\\w*[.])*_*[A-Z]\\w*[a-z]\\w*(\\[[^\\[\\]]*\\])?))*\\s*,?\\s*\\]$"))
((assignment left: (identifier) @bind right: (binary_operator) @type.class)
  (#match? @type.class "^(None|str|bytes|int|float|bool|(list|dict|tuple|set|type)\\[[^|]*\\]|([A-Za-z_]\\w*[.])*_*[A-Z]\\w*[a-z]\\w*(\\[[^|]*\\])?)(\\s*[|]\\s*(None|str|bytes|int|float|bool|(list|dict|tuple|set|type)\\[[^|]*\\]|([A-Za-z_]\\w*[.])*_*[A-Z]\\w*[a-z]\\w*(\\[[^|]*\\])?))+$"))
((assignment left: (identifier) @bind type: (type) @_alias right: (_) @type.class) (#match? @_alias "^([a-z_]+[.])?TypeAlias$"))
((assignment left: (identifier) @bind right: (call function: (_) @_variable
    arguments: (argument_list (keyword_argument name: (identifier) @_bound value: (_) @type.class))))
  (#match? @_variable "^([a-z_]+[.])?TypeVar$") (#eq? @_bound "bound"))
(type_alias_statement left: (type (identifier) @bind) right: (type) @type.class)
(assignment left: [(pattern_list [(identifier) (attribute)] @bind @destructured) (tuple_pattern [(identifier) (attribute)] @bind @destructured)
  (_ [(tuple_pattern (identifier) @bind @destructured) (list_pattern (identifier) @bind @destructured)])] right: (_) @value)
(assignment left: [(pattern_list (list_splat_pattern (identifier) @bind)) (tuple_pattern (list_splat_pattern (identifier) @bind))] right: (_) @rest)
((call function: (identifier) @_check arguments: (argument_list . [(identifier) (attribute)] @bind . [(identifier) (attribute)] @narrow))
  (#eq? @_check "isinstance"))
((call function: (identifier) @_check arguments: (argument_list . (identifier) @bind . (tuple [(identifier) (attribute)] @narrow)))
  (#eq? @_check "isinstance"))
(named_expression name: (identifier) @bind value: (_) @value)
(with_item value: (as_pattern . (_) @context.manager alias: (as_pattern_target [(identifier) (attribute)] @bind)))
(with_item value: (as_pattern . (_) @context.manager alias: (as_pattern_target (tuple (identifier) @bind @destructured))))
(except_clause value: (as_pattern . [(identifier) (attribute) (call) (subscript)] @type alias: (as_pattern_target (identifier) @bind)))
(except_clause value: (as_pattern . (tuple (_) @type) alias: (as_pattern_target (identifier) @bind)))
(case_pattern (as_pattern (case_pattern (class_pattern . (dotted_name) @narrow)) (identifier) @bind .))
(class_pattern . (dotted_name) @narrow (case_pattern (keyword_pattern . (identifier) @member (dotted_name (identifier) @bind))))
(match_statement subject: (identifier) @bind (block (case_clause (case_pattern [(class_pattern . (dotted_name) @narrow)
  (as_pattern (case_pattern (class_pattern . (dotted_name) @narrow))) (union_pattern (class_pattern . (dotted_name) @narrow))]))))
((call function: [(identifier) @_guard (attribute attribute: (identifier) @_guard)] @guard
  arguments: (argument_list . [(identifier) (attribute)] @bind)) (#match? @_guard "^_?(?:is|has)_"))
[(global_statement) (nonlocal_statement)] @nonlocal
((call function: (attribute object: [(identifier) (attribute)] @bind attribute: (identifier) @_put) arguments: (argument_list . (_) @added .))
  (#match? @_put "^(append|appendleft|add)$"))
(assignment left: (subscript value: [(identifier) (attribute)] @bind) right: (_) @added.value)
((call function: (attribute object: (subscript value: [(identifier) (attribute)] @bind) attribute: (identifier) @_put)
  arguments: (argument_list . (_) @added.nested .)) (#match? @_put "^(append|appendleft|add)$"))
((call function: (attribute object: (call function: (attribute object: [(identifier) (attribute)] @bind attribute: (identifier) @_get))
    attribute: (identifier) @_put) arguments: (argument_list . (_) @added.nested .))
  (#match? @_put "^(append|appendleft|add)$") (#eq? @_get "setdefault"))
(for_statement left: (identifier) @bind right: (_) @element)
(for_statement left: [(pattern_list (identifier) @bind @destructured) (tuple_pattern (identifier) @bind @destructured)
  (_ [(tuple_pattern (identifier) @bind @destructured) (list_pattern (identifier) @bind @destructured)])] right: (_) @element)
(for_in_clause left: (identifier) @bind right: (_) @element)
(for_in_clause left: [(pattern_list (identifier) @bind @destructured) (tuple_pattern (identifier) @bind @destructured)
  (_ [(tuple_pattern (identifier) @bind @destructured) (list_pattern (identifier) @bind @destructured)])] right: (_) @element)

((assignment left: (identifier) @_all right: [(list (string (string_content) @export.name)) (tuple (string (string_content) @export.name))])
  (#eq? @_all "__all__"))
((augmented_assignment left: (identifier) @_all right: (list (string (string_content) @export.name))) (#eq? @_all "__all__"))
; Imports
(import_statement name: (dotted_name) @import.module)
(import_statement name: (dotted_name . (identifier) @import.module @import.as))
(import_statement name: (aliased_import name: (dotted_name) @import.module alias: (identifier) @import.as))
(import_from_statement module_name: (_) @import.from name: (dotted_name) @import.name)
(import_from_statement module_name: (_) @import.from
  name: (aliased_import name: (dotted_name) @import.name alias: (identifier) @import.as))
(import_from_statement module_name: (_) @import.from (wildcard_import) @import.all)
; Plugins of pytest, whose fixtures are known like those of what is imported whole
((assignment left: (identifier) @_plugins right: (string (string_content) @import.from @import.all)) (#eq? @_plugins "pytest_plugins"))
((assignment left: (identifier) @_plugins right: [(list (string (string_content) @import.from @import.all))
  (tuple (string (string_content) @import.from @import.all))]) (#eq? @_plugins "pytest_plugins"))

; What may be a property
(attribute) @read
; Functions that are handed on by their names
(argument_list [(identifier) (attribute)] @passed)
(argument_list (keyword_argument value: [(identifier) (attribute)] @passed))
; Kept in a list, a map, an object or a variable of a function, given back, or one of two that is chosen.
[(list [(identifier) (attribute)] @passed) (tuple [(identifier) (attribute)] @passed) (set [(identifier) (attribute)] @passed)]
(pair value: [(identifier) (attribute)] @passed)
[(return_statement [(identifier) (attribute)] @passed) (yield [(identifier) (attribute)] @passed) (lambda body: [(identifier) (attribute)] @passed)]
(expression_list [(identifier) (attribute)] @passed)
[(default_parameter value: [(identifier) (attribute)] @passed.before) (typed_default_parameter value: [(identifier) (attribute)] @passed.before)]
(conditional_expression . [(identifier) (attribute)] @passed)
(conditional_expression [(identifier) (attribute)] @passed .)
(boolean_operator "or" right: [(identifier) (attribute)] @passed)
(assignment left: [(attribute) (subscript)] right: [(identifier) (attribute)] @passed)
(assignment left: (identifier) right: [(identifier) (attribute)] @passed.inside)
