(file_scoped_namespace_declaration name: (_) @package)
(namespace_declaration name: (_) @package)

; Definitions
(class_declaration name: (identifier) @name body: (_)? @body) @class
(record_declaration name: (identifier) @name body: (_)? @body) @class
(struct_declaration name: (identifier) @name body: (_)? @body) @class
(interface_declaration name: (identifier) @name body: (_)? @body) @class
(enum_declaration name: (identifier) @name body: (_)? @body) @class
(delegate_declaration name: (identifier) @name) @class @alias
(method_declaration returns: (_) @returns name: (identifier) @name parameters: (parameter_list) @parameters body: (_)? @body) @function
(constructor_declaration name: (identifier) @name parameters: (parameter_list) @parameters body: (_)? @body) @function
; Properties that do something: one that only keeps a value is a field.
(property_declaration type: (_) @returns name: (identifier) @name value: (arrow_expression_clause) @body) @function @property
(property_declaration type: (_) @returns name: (identifier) @name accessors: (accessor_list (accessor_declaration body: (_))) @body) @function @property
((property_declaration (modifier) @_abstract type: (_) @returns name: (identifier) @name) @function @property (#eq? @_abstract "abstract"))
(interface_declaration body: (declaration_list (property_declaration type: (_) @returns name: (identifier) @name) @function @property))
(local_function_statement type: (_) @returns name: (identifier) @name parameters: (parameter_list) @parameters body: (_)? @body) @function
(base_list [(identifier) (generic_name) (qualified_name)] @base)
(base_list (primary_constructor_base_type type: (_) @base))
(method_declaration (modifier) @classMember (#eq? @classMember "static"))
(attribute_list (attribute) @annotation)
[(lambda_expression) (anonymous_method_expression)] @scope
[(for_statement) (foreach_statement) (using_statement) (while_statement) (do_statement) (try_statement) (catch_clause) (switch_section) (switch_expression_arm)] @scope

; Calls
(invocation_expression function: (_) @callee arguments: (argument_list) @arguments)
(object_creation_expression type: (_) @callee arguments: (argument_list)? @arguments)
([
  (argument [(identifier) (generic_name) (member_access_expression)] @passed .)
  (variable_declaration type: [(identifier) (generic_name) (qualified_name) (nullable_type)]
    (variable_declarator (identifier) [(identifier) (generic_name) (member_access_expression)] @passed .))
  (property_declaration value: [(identifier) (generic_name) (member_access_expression)] @passed)
  (assignment_expression ["=" "+=" "??="] right: [(identifier) (generic_name) (member_access_expression)] @passed)
  (conditional_expression consequence: [(identifier) (generic_name) (member_access_expression)] @passed)
  (conditional_expression alternative: [(identifier) (generic_name) (member_access_expression)] @passed)
  (cast_expression value: [(identifier) (generic_name) (member_access_expression)] @passed)
  (binary_expression operator: "??" right: [(identifier) (generic_name) (member_access_expression)] @passed)
  (return_statement [(identifier) (generic_name) (member_access_expression)] @passed)
  (arrow_expression_clause [(identifier) (generic_name) (member_access_expression)] @passed)
  (switch_expression_arm [(identifier) (generic_name) (member_access_expression)] @passed .)
  (initializer_expression [(identifier) (generic_name) (member_access_expression)] @passed)
] (#match? @passed "^(?:[^\\s().\\[\\]]+[.])*[A-Z][^\\s().\\[\\]]*(?:<[^()]*>)?$"))
(implicit_object_creation_expression (argument_list) @arguments) @callee
(base_list . [(identifier) (generic_name) (qualified_name)] @callee . (argument_list) @arguments)
(primary_constructor_base_type type: (_) @callee (argument_list) @arguments)
(constructor_initializer ["base" "this"] @callee (argument_list) @arguments)
(return_statement (_) @return)
; What may be a property, but for what is handed on
([(member_access_expression) (conditional_access_expression)] @read)
([
  (assignment_expression left: (identifier) @read)
  (await_expression (identifier) @read)
  (binary_expression (identifier) @read)
  (conditional_expression condition: (identifier) @read)
  (element_access_expression expression: (identifier) @read)
  (foreach_statement right: (identifier) @read)
  (if_statement condition: (identifier) @read)
  (interpolation (identifier) @read)
  (is_pattern_expression expression: (identifier) @read)
  (lambda_expression body: (identifier) @read)
  (postfix_unary_expression (identifier) @read)
  (prefix_unary_expression (identifier) @read)
  (switch_expression . (identifier) @read)
  (switch_statement value: (identifier) @read)
  (variable_declarator (identifier) (identifier) @read .)
  (while_statement condition: (identifier) @read)
] (#match? @read "^[A-Z]"))

; Names and their values
(variable_declaration type: (_) @type (variable_declarator name: (identifier) @bind))
(variable_declaration type: (implicit_type) (variable_declarator name: (identifier) @bind (_) @value .))
(property_declaration type: (_) @type name: (identifier) @bind)
(parameter type: (_) @type name: (identifier) @bind)
(record_declaration (parameter_list (parameter type: (_) @type name: (identifier) @bind.field)))
(parameter !type name: (identifier) @bind)
(implicit_parameter) @bind
((invocation_expression function: (member_access_expression expression: (_) @element name: (identifier) @_each)
  arguments: (argument_list . (argument (lambda_expression parameters: [(implicit_parameter) @bind (parameter_list . (parameter !type name: (identifier) @bind))]))))
  (#any-of? @_each "All" "Any" "Average" "ConvertAll" "Count" "DistinctBy" "Exists" "Find" "FindAll" "FindIndex" "First" "FirstOrDefault" "ForEach"
    "GroupBy" "Include" "Last" "LastOrDefault" "Max" "MaxBy" "Min" "MinBy" "OrderBy" "OrderByDescending" "RemoveAll" "Select" "SelectMany" "Single"
    "SingleOrDefault" "SkipWhile" "Sum" "TakeWhile" "ThenBy" "ThenByDescending" "ToDictionary" "ToLookup" "TrueForAll" "Where" "AllAsync" "AnyAsync"
    "CountAsync" "FirstAsync" "FirstOrDefaultAsync" "LastAsync" "LastOrDefaultAsync" "MaxAsync" "MinAsync" "SingleAsync" "SingleOrDefaultAsync" "SumAsync"))
(foreach_statement type: (implicit_type) left: (identifier) @bind right: (_) @element)
(foreach_statement type: (implicit_type) left: (tuple_pattern name: (identifier) @bind @destructured) right: (_) @element)
(variable_declaration type: (implicit_type) (variable_declarator (tuple_pattern name: (identifier) @bind @destructured) (_) @value .))
(foreach_statement type: (_) @type left: (identifier) @bind)
(catch_declaration type: (_) @type name: (identifier) @bind)
(declaration_pattern type: (_) @type name: (identifier) @bind)
(declaration_pattern type: (implicit_type) name: (identifier) @bind)
(recursive_pattern type: (_) @type name: (identifier) @bind)
(recursive_pattern !type name: (identifier) @bind)
(declaration_expression type: (_) @type name: (identifier) @bind)
(declaration_expression type: (implicit_type) name: (identifier) @bind)
(indexer_declaration type: (_) @type "this" @bind.result)
(from_clause name: (identifier) @bind (_) @element .)
(parameter_list type: (_) @type name: (identifier) @bind)
(type_parameter name: (identifier) @bind)
(type_parameter_constraints_clause . (identifier) @bind (type_parameter_constraint type: (_) @type))
(enum_declaration name: (identifier) @type body: (_ (enum_member_declaration name: (identifier) @bind)))

; Imports
(using_directive !name "static"? @import.members [(identifier) (qualified_name)] @import.from @import.all)
(using_directive name: (identifier) @import.as (qualified_name qualifier: (_) @import.from name: (_) @import.name))
