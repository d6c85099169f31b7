; Definitions
(class_specifier name: (type_identifier) @name body: (_) @body) @class
(struct_specifier name: (type_identifier) @name body: (_) @body) @class
(union_specifier name: (type_identifier) @name body: (_) @body) @class
(enum_specifier name: (type_identifier) @name body: (_) @body) @class
(class_specifier name: (template_type name: (_) @name) body: (_) @body) @class
(struct_specifier name: (template_type name: (_) @name) body: (_) @body) @class
(class_specifier name: (qualified_identifier) @name.path body: (_) @body) @class
(struct_specifier name: (qualified_identifier) @name.path body: (_) @body) @class
(type_definition type: (struct_specifier !name body: (_) @body) declarator: (type_identifier) @name) @class
(type_definition type: (enum_specifier !name body: (_) @body) declarator: (type_identifier) @name) @class
(type_definition type: (union_specifier !name body: (_) @body) declarator: (type_identifier) @name) @class
(type_definition type: [(type_identifier) (qualified_identifier) (template_type) (struct_specifier !body)] @alias
  declarator: [(type_identifier) @name (pointer_declarator declarator: (type_identifier) @name)]) @class
(alias_declaration name: (type_identifier) @name type: (_) @alias) @class
; GoogleTest and others: `TEST_F(Fixture, name) { }` is a method of a class that builds on the fixture, where that is a class.
((function_definition !type declarator: (function_declarator declarator: (identifier) @_test
  parameters: (parameter_list . (parameter_declaration . type: (type_identifier) @on.objects .)
    . (parameter_declaration . type: (type_identifier) @name .) .)) body: (_) @body) @function
  (#match? @_test "^(?!TEST$)[A-Z][A-Z0-9_]*$"))
; What another macro makes of `TEST(suite, name) { }` has no name that code says, and is called by what the macro is given.
((function_definition !type declarator: (function_declarator declarator: (identifier) @name
  parameters: (parameter_list . (parameter_declaration . type: (type_identifier) .)) @name.arguments) @anonymous body: (_) @body) @function
  (#match? @name "^[A-Z][A-Z0-9_]*$"))
(function_definition !type declarator: (function_declarator declarator: (identifier) @name
  parameters: (parameter_list . (parameter_declaration . type: (type_identifier) .))) @anonymous body: (_) @body) @function
(namespace_definition name: (_) @name body: (_) @body) @namespace
(function_definition !type declarator: (function_declarator declarator: (_) @name.path parameters: (_) @parameters) body: (_) @body) @function
(function_definition type: (_) @returns declarator: (function_declarator declarator: (_) @name.path parameters: (_) @parameters) body: (_) @body) @function
(function_definition type: (_) @returns
  declarator: (_ [
    (function_declarator declarator: (_) @name.path parameters: (_) @parameters)
    (_ (function_declarator declarator: (_) @name.path parameters: (_) @parameters))]) body: (_) @body) @function
; A declaration in a function's body, `Foo x(y);`, is taken for a variable.
(translation_unit (declaration type: (_)? @returns declarator: (function_declarator
  declarator: [(identifier) (destructor_name) (operator_name)] @name parameters: (_) @parameters)) @function)
(translation_unit (declaration type: (_) @returns declarator: (_
  (function_declarator declarator: (identifier) @name parameters: (_) @parameters))) @function)
(declaration_list (declaration type: (_)? @returns declarator: (function_declarator
  declarator: [(identifier) (destructor_name) (operator_name)] @name parameters: (_) @parameters)) @function)
(declaration_list (declaration type: (_) @returns declarator: (_
  (function_declarator declarator: (identifier) @name parameters: (_) @parameters))) @function)
(field_declaration_list (declaration type: (_)? @returns declarator: (function_declarator
  declarator: [(identifier) (destructor_name) (operator_name)] @name parameters: (_) @parameters)) @function)
(field_declaration_list (declaration type: (_) @returns declarator: (_
  (function_declarator declarator: (identifier) @name parameters: (_) @parameters))) @function)
(preproc_ifdef (declaration type: (_)? @returns declarator: (function_declarator
  declarator: [(identifier) (destructor_name) (operator_name)] @name parameters: (_) @parameters)) @function)
(preproc_ifdef (declaration type: (_) @returns declarator: (_
  (function_declarator declarator: (identifier) @name parameters: (_) @parameters))) @function)
(preproc_if (declaration type: (_)? @returns declarator: (function_declarator
  declarator: [(identifier) (destructor_name) (operator_name)] @name parameters: (_) @parameters)) @function)
(preproc_if (declaration type: (_) @returns declarator: (_
  (function_declarator declarator: (identifier) @name parameters: (_) @parameters))) @function)
(preproc_else (declaration type: (_)? @returns declarator: (function_declarator
  declarator: [(identifier) (destructor_name) (operator_name)] @name parameters: (_) @parameters)) @function)
(preproc_else (declaration type: (_) @returns declarator: (_
  (function_declarator declarator: (identifier) @name parameters: (_) @parameters))) @function)
(template_declaration (declaration type: (_)? @returns declarator: (function_declarator
  declarator: [(identifier) (destructor_name) (operator_name)] @name parameters: (_) @parameters)) @function)
(template_declaration (declaration type: (_) @returns declarator: (_
  (function_declarator declarator: (identifier) @name parameters: (_) @parameters))) @function)
(linkage_specification (declaration type: (_)? @returns declarator: (function_declarator
  declarator: [(identifier) (destructor_name) (operator_name)] @name parameters: (_) @parameters)) @function)
(linkage_specification (declaration type: (_) @returns declarator: (_
  (function_declarator declarator: (identifier) @name parameters: (_) @parameters))) @function)
(field_declaration type: (_) @returns declarator: (function_declarator
  declarator: [(field_identifier) (operator_name)] @name parameters: (_) @parameters)) @function
(field_declaration type: (_) @returns declarator: (_
  (function_declarator declarator: [(field_identifier) (operator_name)] @name parameters: (_) @parameters))) @function
(class_specifier (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base))
(struct_specifier (base_class_clause [(type_identifier) (qualified_identifier) (template_type)] @base))
(attribute_declaration (attribute) @annotation)
(access_specifier) @visibility.next
(lambda_expression) @scope

; Calls
(call_expression function: (_) @callee arguments: (argument_list) @arguments)
(new_expression type: (_) @callee)
; The constructor of a base, and another one of the class: what begins small is mostly a field, of which no type is meant.
((field_initializer . [(field_identifier) (qualified_identifier)] @callee) (#match? @callee "^[A-Z]|::"))
(compound_literal_expression type: [(type_identifier) (qualified_identifier) (template_type)] @callee)

; Functions that are handed on: `qsort(all, size, one, compare)`, `{"get", getCommand}`, `.open = openFile`, `connect(a, &A::done, b, &B::run)`.
([(argument_list [(identifier) (qualified_identifier)] @passed)
  (argument_list (pointer_expression argument: [(identifier) (qualified_identifier)] @passed))
  (initializer_list [(identifier) (qualified_identifier)] @passed)
  (initializer_list (pointer_expression argument: [(identifier) (qualified_identifier)] @passed))
  (initializer_pair value: [(identifier) (qualified_identifier)] @passed)
  (initializer_pair value: (pointer_expression argument: [(identifier) (qualified_identifier)] @passed))
  (assignment_expression right: [(identifier) (qualified_identifier)] @passed)
  (assignment_expression right: (pointer_expression argument: [(identifier) (qualified_identifier)] @passed))
  (init_declarator value: [(identifier) (qualified_identifier)] @passed)
  (init_declarator value: (pointer_expression argument: [(identifier) (qualified_identifier)] @passed))
  (return_statement [(identifier) (qualified_identifier)] @passed)
  (return_statement (pointer_expression argument: [(identifier) (qualified_identifier)] @passed))
  (conditional_expression consequence: [(identifier) (qualified_identifier)] @passed)
  (conditional_expression alternative: [(identifier) (qualified_identifier)] @passed)
  (cast_expression value: [(identifier) (qualified_identifier)] @passed)
  (field_declaration default_value: [(identifier) (qualified_identifier)] @passed)
  (field_declaration default_value: (pointer_expression argument: [(identifier) (qualified_identifier)] @passed))] (#match? @passed "\\b(?![A-Z][A-Z\\d_]+$)\\w+$"))
; What the loop of a macro goes through looks like the type of a parameter: `foreach(a, all(b)) { }`.
(compound_statement (function_definition !type declarator: (function_declarator parameters: (parameter_list
  (parameter_declaration type: (type_identifier) @callee
    declarator: (abstract_function_declarator parameters: (_) @arguments))))))

; Names and their values
(parameter_declaration type: (_) @type declarator: [
  (identifier) @bind (_ (identifier) @bind) (_ (_ (identifier) @bind))])
(optional_parameter_declaration type: (_) @type declarator: [(identifier) @bind (_ (identifier) @bind)])
(declaration type: [(type_identifier) (qualified_identifier) (template_type) (struct_specifier) (class_specifier)] @type
  declarator: [(identifier) @bind (pointer_declarator (identifier) @bind) (reference_declarator (identifier) @bind)
    (pointer_declarator (pointer_declarator (identifier) @bind)) (array_declarator declarator: (identifier) @bind)
    (pointer_declarator (array_declarator declarator: (identifier) @bind))
    (init_declarator declarator: [(identifier) @bind (pointer_declarator (identifier) @bind) (reference_declarator (identifier) @bind)
      (pointer_declarator (pointer_declarator (identifier) @bind)) (array_declarator declarator: (identifier) @bind)
      (pointer_declarator (array_declarator declarator: (identifier) @bind))])])
(compound_statement (declaration type: [(type_identifier) (qualified_identifier) (template_type)] @type
  declarator: (function_declarator declarator: (identifier) @bind)))
(function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @bind)))
(declaration type: [(primitive_type) (sized_type_specifier)] @type declarator: [(identifier) @bind (pointer_declarator (identifier) @bind)
  (array_declarator declarator: (identifier) @bind)
  (init_declarator declarator: [(identifier) @bind (pointer_declarator (identifier) @bind) (array_declarator declarator: (identifier) @bind)])])
(declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: [
  (identifier) @bind (pointer_declarator (identifier) @bind) (reference_declarator (identifier) @bind)] value: (_) @value))
(declaration type: (placeholder_type_specifier) declarator: (init_declarator declarator: [
  (structured_binding_declarator (identifier) @bind @destructured)
  (reference_declarator (structured_binding_declarator (identifier) @bind @destructured))] value: (_) @value))
(lambda_capture_initializer left: (identifier) @bind right: (_) @value)
(condition_clause value: (declaration type: (placeholder_type_specifier)
  declarator: [(identifier) @bind (pointer_declarator (identifier) @bind)] value: (_) @value))
(field_declaration type: (_) @type declarator: [
  (field_identifier) @bind (pointer_declarator (field_identifier) @bind) (reference_declarator (field_identifier) @bind)
  (pointer_declarator (pointer_declarator (field_identifier) @bind)) (array_declarator declarator: (field_identifier) @bind)
  (pointer_declarator (array_declarator declarator: (field_identifier) @bind))])
(for_range_loop type: (placeholder_type_specifier) declarator: [(identifier) @bind (pointer_declarator (identifier) @bind)
  (reference_declarator (identifier) @bind)] right: (_) @element)
(for_range_loop type: (placeholder_type_specifier) declarator: [(structured_binding_declarator (identifier) @bind @destructured)
  (reference_declarator (structured_binding_declarator (identifier) @bind @destructured))] right: (_) @element)
(for_range_loop type: [(type_identifier) (qualified_identifier) (template_type)] @type
  declarator: [(identifier) @bind (_ (identifier) @bind)])

; Imports
(preproc_include path: (string_literal (string_content) @import.from) @import.all)
(preproc_include path: (system_lib_string) @import.from @import.all)
(using_declaration "namespace" @import.namespace [(identifier) (qualified_identifier)] @import.from) @import.all
(using_declaration . "using" . (qualified_identifier) @import.from @import.path)
