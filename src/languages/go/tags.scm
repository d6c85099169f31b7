(package_clause (package_identifier) @package)
(source_file (comment) @condition (#match? @condition "^//(go:build |[ \t]*[+]build )"))

; Definitions
(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @class
(type_spec name: (type_identifier) @name type: (interface_type "{" @body)) @class
(type_spec name: (type_identifier) @name type: [
  (type_identifier) (qualified_type) (slice_type) (array_type) (map_type) (pointer_type) (channel_type) (generic_type)
  (function_type)] @alias) @class
(type_alias name: (type_identifier) @name type: (_) @alias) @class
(function_declaration name: (identifier) @name
  result: [(parameter_list) (type_identifier) (qualified_type) (pointer_type) (generic_type) (slice_type) (array_type) (map_type)
    (function_type) (channel_type)]? @returns body: (block)? @body) @function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @on.objects
    (generic_type type: (type_identifier) @on.objects)
    (pointer_type [(type_identifier) @on.objects (generic_type type: (type_identifier) @on.objects)])]))
  name: (field_identifier) @name
  result: [(parameter_list) (type_identifier) (qualified_type) (pointer_type) (generic_type) (slice_type) (array_type) (map_type)
    (function_type) (channel_type)]? @returns body: (block)? @body) @function
(interface_type (method_elem name: (field_identifier) @name
  result: [(parameter_list) (type_identifier) (qualified_type) (pointer_type) (generic_type) (slice_type) (array_type) (map_type)
    (function_type) (channel_type)]? @returns) @function)
(short_var_declaration left: (expression_list . (identifier) @name .)
  right: (expression_list . (func_literal
    result: [(parameter_list) (type_identifier) (qualified_type) (pointer_type) (generic_type) (slice_type) (array_type) (map_type)
      (function_type) (channel_type)]? @returns body: (block) @body) .)) @function
(var_spec name: (identifier) @name value: (expression_list . (func_literal
  result: [(parameter_list) (type_identifier) (qualified_type) (pointer_type) (generic_type) (slice_type) (array_type) (map_type)
    (function_type) (channel_type)]? @returns body: (block) @body) .)) @function
(method_declaration receiver: (parameter_list (parameter_declaration name: (identifier) @receiver)))
[(type_spec type: (struct_type (field_declaration_list
    (field_declaration !name type: [(type_identifier) (qualified_type) (generic_type)] @base))))
  (type_alias type: (struct_type (field_declaration_list
    (field_declaration !name type: [(type_identifier) (qualified_type) (generic_type)] @base))))]
(type_spec type: (interface_type "{" @implicit))
(type_spec type: (interface_type [(type_elem (_) . (_))
  (type_elem [(negated_type) (pointer_type) (slice_type) (array_type) (map_type) (channel_type) (function_type) (struct_type)])] @constraintOnly))
(type_spec type: (interface_type (type_elem . [(type_identifier) (qualified_type) (generic_type)] @base .)))
; What a type of functions calls its parameters nothing else is called.
[(func_literal) (function_type)] @scope
(if_statement alternative: (block) @scope)
(statement_list (block) @scope)
[(if_statement) (for_statement) (expression_switch_statement) (type_switch_statement) (select_statement)] @scope
[(expression_case) (type_case) (communication_case) (default_case)] @scope

; Calls
(call_expression function: [(identifier) (selector_expression) (call_expression) (index_expression)] @callee)
(call_expression function: (parenthesized_expression [(identifier) (selector_expression)]) @callee)
; `New[struct{}](1)` and `*New[struct{}](1)` look like conversions.
(type_conversion_expression type: [(generic_type type: (_) @callee) (pointer_type (generic_type type: (_) @callee))])
(composite_literal type: [(type_identifier) (qualified_type) (generic_type)] @callee)
((call_expression function: (identifier) @_new arguments: (argument_list . [(type_identifier) (qualified_type) (generic_type)] @callee))
  (#eq? @_new "new"))
; Functions that are handed on: `HandleFunc("/", s.list)`, `{RunE: run}`, `return m, tea.Quit`, `s.open = open`.
(argument_list [(identifier) (selector_expression)] @passed)
(keyed_element (_) . (literal_element [(identifier) (selector_expression)] @passed))
(literal_value (literal_element [(identifier) (selector_expression)] @passed))
(return_statement (expression_list [(identifier) (selector_expression)] @passed))
[(assignment_statement right: (expression_list [(identifier) (selector_expression)] @passed))
  (short_var_declaration right: (expression_list [(identifier) (selector_expression)] @passed))
  (var_spec value: (expression_list [(identifier) (selector_expression)] @passed))]
(send_statement value: [(identifier) (selector_expression)] @passed)
(type_conversion_expression operand: [(identifier) (selector_expression)] @passed)
; The same with what it is made for: `run(Make[int])`, `run(Make[int, string])`.
[(argument_list (index_expression operand: (identifier) @passed))
  (literal_element (index_expression operand: (identifier) @passed))
  (return_statement (expression_list (index_expression operand: (identifier) @passed)))
  (type_instantiation_expression type: [(type_identifier) (qualified_type)] @passed)]

; Names and their values
[(type_spec type: (struct_type (field_declaration_list (field_declaration name: (field_identifier) @bind type: (_) @type))))
  (type_alias type: (struct_type (field_declaration_list (field_declaration name: (field_identifier) @bind type: (_) @type))))]
(type_spec type: (struct_type (field_declaration_list (field_declaration !name type: [
  (type_identifier) @bind
  (qualified_type name: (type_identifier) @bind)
  (generic_type type: [(type_identifier) @bind (qualified_type name: (type_identifier) @bind)])] @type))))
(parameter_declaration name: (identifier) @bind type: (_) @type)
(variadic_parameter_declaration name: (identifier) @bind type: (_) @type.many)
(type_parameter_declaration name: (identifier) @bind type: (_) @type)
(var_spec name: (identifier) @bind type: (_) @type)
(var_spec . name: (identifier) @bind . "=" value: (expression_list . (_) @value .))
(var_spec name: (identifier) @bind @destructured name: (identifier) value: (expression_list . [(call_expression) (type_conversion_expression)] @value .))
(var_spec name: (identifier) name: (identifier) @bind @destructured value: (expression_list . [(call_expression) (type_conversion_expression)] @value .))
(const_spec name: (identifier) @bind type: (_) @type)
(const_spec name: (identifier) @bind !type value: (expression_list . (_) @value .))
(const_spec name: (identifier) @bind !type value: (expression_list (_) . (_)))
(const_spec name: (identifier) @bind @repeated !type !value)
(short_var_declaration left: (expression_list (identifier) @bind))
(short_var_declaration left: (expression_list . (identifier) @bind .) right: (expression_list . (_) @value .))
(short_var_declaration left: (expression_list . (identifier) @bind . (identifier) .)
  right: (expression_list . [(index_expression) (type_assertion_expression) (unary_expression)] @value .))
(short_var_declaration left: (expression_list (identifier) @bind @destructured . (identifier)) right: (expression_list . [(call_expression) (type_conversion_expression)] @value .))
(short_var_declaration left: (expression_list (identifier) . (identifier) @bind @destructured) right: (expression_list . [(call_expression) (type_conversion_expression)] @value .))
(short_var_declaration left: (expression_list (identifier) @bind @destructured) right: (expression_list . (_) . (_)) @value)
(_ [
    left: (expression_list . (identifier) @bind)
    name: (identifier) @bind]
  [
    right: (expression_list . (call_expression function: (identifier) @_make arguments: (argument_list . (_) @type)) .)
    value: (expression_list . (call_expression function: (identifier) @_make arguments: (argument_list . (_) @type)) .)]
  (#any-of? @_make "make" "new"))
(_ [
    left: (expression_list . (identifier) @bind)
    name: (identifier) @bind]
  [
    right: (expression_list . [
      (composite_literal type: [(slice_type) (array_type) (map_type) (implicit_length_array_type) (generic_type) (struct_type)] @type)
      (unary_expression operand: (composite_literal type: (generic_type) @type))] .)
    value: (expression_list . [
      (composite_literal type: [(slice_type) (array_type) (map_type) (implicit_length_array_type) (generic_type) (struct_type)] @type)
      (unary_expression operand: (composite_literal type: (generic_type) @type))] .)])
(short_var_declaration left: (expression_list . (identifier) @bind .)
  right: (expression_list . (call_expression function: (func_literal
    result: [(type_identifier) (qualified_type) (pointer_type) (generic_type) (slice_type) (map_type)] @type)) .))
(range_clause left: (expression_list (identifier) @bind))
(range_clause left: (expression_list . (identifier) @bind .) right: (_) @element)
(range_clause left: (expression_list (identifier) . (identifier) @bind .) right: (_) @item)
(range_clause left: (expression_list . (identifier) @bind . (identifier)) right: (_) @element)
(range_clause left: (expression_list (identifier) . (identifier) @bind .) right: (composite_literal type: [
  (slice_type element: (_) @type) (array_type element: (_) @type) (implicit_length_array_type element: (_) @type) (map_type value: (_) @type)]))
(receive_statement left: (expression_list (identifier) @bind))
(receive_statement left: (expression_list . (identifier) @bind) right: (_) @value)
(type_switch_statement alias: (expression_list (identifier) @bind) (type_case "case" . type: (_) @type @bind.at . ":"))
(type_switch_statement alias: (expression_list (identifier) @bind) value: (_) @value)

; Imports
(import_spec !name path: (interpreted_string_literal (interpreted_string_literal_content) @import.module))
(import_spec name: (package_identifier) @import.as path: (interpreted_string_literal (interpreted_string_literal_content) @import.module))
(import_spec name: (dot) @import.all path: (interpreted_string_literal (interpreted_string_literal_content) @import.from))
