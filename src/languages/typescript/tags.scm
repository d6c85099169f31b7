; Definitions
(abstract_class_declaration name: (type_identifier) @name body: (_) @body) @class
(interface_declaration name: (type_identifier) @name body: (_) @body) @class
(enum_declaration name: (identifier) @name body: (_) @body) @class
(type_alias_declaration name: (type_identifier) @name value: (_) @alias) @class
(function_signature name: (identifier) @name return_type: (type_annotation (_) @returns)?) @function
(interface_body (method_signature name: (property_identifier) @name return_type: (type_annotation (_) @returns)?) @function)
(class_body (method_signature name: [(property_identifier) (private_property_identifier)] @name return_type: (type_annotation (_) @returns)?) @function)
(type_alias_declaration value: [
  (object_type (method_signature name: (property_identifier) @name return_type: (type_annotation (_) @returns)?) @function)
  (intersection_type (object_type (method_signature name: (property_identifier) @name return_type: (type_annotation (_) @returns)?) @function))
  (intersection_type (intersection_type (object_type (method_signature name: (property_identifier) @name return_type: (type_annotation (_) @returns)?) @function)))
  (union_type (object_type (method_signature name: (property_identifier) @name return_type: (type_annotation (_) @returns)?) @function))
  (generic_type type_arguments: (type_arguments [
    (object_type (method_signature name: (property_identifier) @name return_type: (type_annotation (_) @returns)?) @function)
    (intersection_type (object_type (method_signature name: (property_identifier) @name return_type: (type_annotation (_) @returns)?) @function))
    (intersection_type (intersection_type (object_type (method_signature name: (property_identifier) @name return_type: (type_annotation (_) @returns)?) @function)))]))])
(interface_declaration (extends_type_clause type: (generic_type type_arguments: (type_arguments [
  (object_type (method_signature name: (property_identifier) @name return_type: (type_annotation (_) @returns)?) @function)
  (intersection_type (object_type (method_signature name: (property_identifier) @name return_type: (type_annotation (_) @returns)?) @function))
  (intersection_type (intersection_type (object_type (method_signature name: (property_identifier) @name return_type: (type_annotation (_) @returns)?) @function)))]))))
(abstract_method_signature name: (property_identifier) @name return_type: (type_annotation (_) @returns)?) @function
(internal_module name: (identifier) @name body: (_) @body) @namespace
(ambient_declaration "global" (statement_block) @scope.global)
((variable_declarator name: (identifier) @name value: (as_expression (call_expression
  function: [[(identifier) (member_expression object: (identifier))] @_wrapper
    (call_expression function: [(identifier) (member_expression object: (identifier))] @_wrapper)]
  arguments: (arguments [[(arrow_function) @arrow (function_expression) (generator_function)] @function @bodied
    (call_expression function: [(identifier) (member_expression object: (identifier))]
      arguments: (arguments [(arrow_function) @arrow (function_expression) (generator_function)] @function @bodied))])) @wrapped))
  (#match? @_wrapper "^(?:(?:\\p{Lu}[\\w$]*|_|lodash)\\.)?(?:memo|forwardRef|observer|lazy|dynamic|use[\\w$]*(?:Callback|Event|Fn|Handler)|debounce|throttle|memoize|once|cache|fn|fnUntraced)$"))
(variable_declarator name: (identifier) @name value: [(as_expression (parenthesized_expression (arrow_function) @arrow @bodied))
  (satisfies_expression (parenthesized_expression (arrow_function) @arrow @bodied))]) @function
(variable_declarator name: (identifier) @name value: [
  (as_expression (object) @body) (satisfies_expression (object) @body)
  (satisfies_expression (as_expression (object) @body)) (as_expression (satisfies_expression (object) @body))]) @object
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name
  value: [(arrow_function) @arrow @bodied (function_expression) @bodied]) @function
(public_field_definition "static" @classMember value: [(arrow_function) (function_expression) (object)])
; What is written out in a field is a thing of its own where it has functions.
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name value: (object [(method_definition) (pair value: [(arrow_function) (function_expression)])]) @body) @object
(method_signature "static" @classMember)
(abstract_method_signature "get" @property)
(method_signature "get" @property)
(class_declaration (class_heritage (extends_clause value: (_) @base)))
(abstract_class_declaration (class_heritage (extends_clause value: (_) @base)))
(variable_declarator value: (class (class_heritage (extends_clause value: (_) @base))))
(return_statement (class (class_heritage (extends_clause value: (_) @base))))
(arrow_function body: (class (class_heritage (extends_clause value: (_) @base))))
(arguments (class (class_heritage (extends_clause value: (_) @base))))
(assignment_expression right: (class (class_heritage (extends_clause value: (_) @base))))
(class_heritage (implements_clause (_) @interface))
(interface_declaration (extends_type_clause type: (_) @base))
(function_declaration return_type: (type_annotation (_) @returns.inner))
(generator_function_declaration return_type: (type_annotation (_) @returns.inner))
(arrow_function return_type: (type_annotation (_) @returns.inner))
(function_expression return_type: (type_annotation (_) @returns.inner))
(method_definition return_type: (type_annotation (_) @returns.inner))
(ambient_declaration (module name: (string) @ambient body: (statement_block) @scope))
(call_signature type_parameters: (type_parameters (type_parameter name: (type_identifier) @constrained constraint: (constraint (_) @constraint))))

; Calls
(call_expression function: (non_null_expression [(identifier) (member_expression) (subscript_expression) (call_expression)] @callee))
; The grammar reads `await a.b<T>()` as a call of `await a.b`, and so it does with other signs before: `void a<T>()`, `1 + a<T>()`.
(call_expression function: [
  (await_expression [(identifier) (member_expression)] @callee)
  (unary_expression argument: [(identifier) (member_expression)] @callee)
  (unary_expression argument: (await_expression [(identifier) (member_expression)] @callee))
  (binary_expression right: [(identifier) (member_expression)] @callee)] type_arguments: (_))

(arrow_function body: (parenthesized_expression (object)) @return)

; Names and their values
(object [(shorthand_property_identifier) @bind @value (pair key: (property_identifier) @bind value: (_) @value)])
(variable_declarator name: (identifier) @bind type: (_ (_) @type)? value: (_)? @value)
(public_field_definition name: [(property_identifier) (private_property_identifier)] @bind type: (_ (_) @type)? value: (_)? @value)
[(call_signature return_type: (type_annotation (_) @bind.result @type)) (construct_signature type: (type_annotation (_) @bind.result @type))]
[(call_signature parameters: (_) @bind.parameters @type) (construct_signature parameters: (_) @bind.parameters @type)]
(interface_body (property_signature name: (property_identifier) @bind type: (_ (_) @type)))
(interface_body (index_signature type: (type_annotation (_) @bind.index @type)))
(type_alias_declaration value: [
  (object_type (property_signature name: (property_identifier) @bind type: (_ (_) @type)))
  (intersection_type (object_type (property_signature name: (property_identifier) @bind type: (_ (_) @type))))
  (intersection_type (intersection_type (object_type (property_signature name: (property_identifier) @bind type: (_ (_) @type)))))
  (union_type (object_type (property_signature name: (property_identifier) @bind type: (_ (_) @type))))
  (generic_type type_arguments: (type_arguments [
    (object_type (property_signature name: (property_identifier) @bind type: (_ (_) @type)))
    (intersection_type (object_type (property_signature name: (property_identifier) @bind type: (_ (_) @type))))
    (intersection_type (intersection_type (object_type (property_signature name: (property_identifier) @bind type: (_ (_) @type)))))]))])
(interface_declaration (extends_type_clause type: (generic_type type_arguments: (type_arguments [
  (object_type (property_signature name: (property_identifier) @bind type: (_ (_) @type)))
  (intersection_type (object_type (property_signature name: (property_identifier) @bind type: (_ (_) @type))))
  (intersection_type (intersection_type (object_type (property_signature name: (property_identifier) @bind type: (_ (_) @type)))))]))))
(required_parameter pattern: (identifier) @bind type: (_ (_) @type)? value: (_)? @value)
(required_parameter pattern: (this) @bind.thisParameter type: (_ (_) @type))
(optional_parameter pattern: (identifier) @bind type: (_ (_) @type)? value: (_)? @value)
(required_parameter (accessibility_modifier) pattern: (identifier) @bind.field type: (_ (_) @type)?)
(required_parameter "readonly" pattern: (identifier) @bind.field type: (_ (_) @type)?)
(optional_parameter (accessibility_modifier) pattern: (identifier) @bind.field type: (_ (_) @type)?)
(optional_parameter "readonly" pattern: (identifier) @bind.field type: (_ (_) @type)?)
((call_expression function: (_ object: (_) @item property: (property_identifier) @_each)
  arguments: (_ . (_ parameters: (_ . (required_parameter pattern: (identifier) @bind)))))
  (#any-of? @_each "forEach" "map" "filter" "find" "findIndex" "findLast" "some" "every" "flatMap" "sort" "toSorted"))
((call_expression function: (_ object: (_) @item property: (property_identifier) @_each)
  arguments: (_ . (_ parameters: (_ . (_) . (required_parameter pattern: (identifier) @bind)))))
  (#any-of? @_each "reduce" "reduceRight" "sort" "toSorted"))
((call_expression function: (_ property: (property_identifier) @_fold)
  arguments: (_ . (_ parameters: (_ . (required_parameter pattern: (identifier) @bind))) . (_) @value))
  (#any-of? @_fold "reduce" "reduceRight"))
((call_expression function: (_ object: (_) @element property: (property_identifier) @_each)
  arguments: (_ . (_ parameters: (_ . (required_parameter pattern: (array_pattern (identifier) @bind @destructured))))))
  (#any-of? @_each "forEach" "map" "filter" "find" "findIndex" "findLast" "some" "every" "flatMap"))
((call_expression function: (_ object: (_) @value property: (property_identifier) @_then)
  arguments: (_ . (_ parameters: (_ . (required_parameter pattern: (identifier) @bind)))))
  (#eq? @_then "then"))
(required_parameter pattern: (array_pattern (identifier) @bind @destructured) type: (_ (_) @type.destructured))
(required_parameter pattern: (array_pattern [(identifier) @bind (assignment_pattern left: (identifier) @bind)]) !type)
(pair_pattern value: (array_pattern (identifier) @bind))
(required_parameter pattern: (rest_pattern (identifier) @bind) type: (_ (_) @type))

; Imports and exports
(import_statement (import_require_clause (identifier) @import.as source: (_ (string_fragment) @import.module)))
(export_statement declaration: [
  (abstract_class_declaration name: (_) @export.name)
  (interface_declaration name: (_) @export.name)
  (enum_declaration name: (_) @export.name)
  (type_alias_declaration name: (_) @export.name)
  (function_signature name: (_) @export.name)
  (internal_module name: (identifier) @export.name)
  (ambient_declaration (_ name: (_) @export.name))])
(export_statement "=" (_) @export.equals)

; Functions that are handed on by their names, where a type stands beside them
[(as_expression . [(identifier) (member_expression)] @passed) (satisfies_expression . [(identifier) (member_expression)] @passed)]
[(required_parameter value: [(identifier) (member_expression)] @passed) (optional_parameter value: [(identifier) (member_expression)] @passed)]
(public_field_definition value: [(identifier) (member_expression)] @passed)
