(namespace_definition name: (namespace_name) @package)

; Definitions
(class_declaration name: (name) @name body: (declaration_list) @body) @class
(interface_declaration name: (name) @name body: (declaration_list) @body) @class
(trait_declaration name: (name) @name body: (declaration_list) @body) @class
(enum_declaration name: (name) @name body: (enum_declaration_list) @body) @class
(anonymous_class body: (declaration_list) @body @anonymous) @class
(anonymous_class (base_clause [(name) (qualified_name)] @base))
(function_definition name: (name) @name return_type: (_)? @returns body: (_) @body) @function
(function_definition body: (compound_statement . "{" @overload . "}"))
(method_declaration name: (name) @name return_type: (_)? @returns body: (_)? @body) @function
(class_declaration (base_clause [(name) (qualified_name)] @base))
(interface_declaration (base_clause [(name) (qualified_name)] @base))
(class_interface_clause [(name) (qualified_name)] @interface)
(declaration_list (use_declaration [(name) (qualified_name)] @base @first))
(enum_declaration_list (use_declaration [(name) (qualified_name)] @base @first))
(method_declaration (static_modifier) @classMember)
(attribute_group (attribute) @annotation)
[(anonymous_function) (arrow_function)] @scope

; Calls
(function_call_expression function: [(name) (qualified_name) (relative_name) (variable_name) (parenthesized_expression)] @callee)
[(member_call_expression) (nullsafe_member_call_expression) (scoped_call_expression)] @callee
(object_creation_expression . [(name) (qualified_name)] @callee)
(attribute . [(name) (qualified_name)] @callee)
(return_statement (_) @return)
; Methods and functions that a text names where one is wanted: `[Foo::class, "run"]`, `[$this, "run"]`, `add_action("init", "run")`, `"Foo@run"`.
((array_creation_expression . (array_element_initializer . (class_constant_access_expression . [(name) (qualified_name) (relative_scope)] @passed.on . (name) @_class .) .)
    . (array_element_initializer . [(string) (encapsed_string)] @passed.text .) .)
  (#eq? @_class "class"))
(array_creation_expression . (array_element_initializer . [[(variable_name) (member_access_expression) (object_creation_expression)] @passed.on (by_ref (variable_name) @passed.on)] .)
    . (array_element_initializer . [(string) (encapsed_string)] @passed.text .) .)
((array_creation_expression . (array_element_initializer . (name) @passed.own .) . (array_element_initializer . [(string) (encapsed_string)] @passed.text .) .)
  (#eq? @passed.own "__CLASS__"))
((function_call_expression function: (name) @_takes arguments: (arguments . (argument [(string) (encapsed_string)] @passed.text)))
  (#any-of? @_takes "array_map" "call_user_func" "call_user_func_array" "forward_static_call" "ob_start" "register_shutdown_function"
    "set_error_handler" "set_exception_handler" "spl_autoload_register"))
((function_call_expression function: (name) @_takes arguments: (arguments . (argument) . (argument [(string) (encapsed_string)] @passed.text)))
  (#any-of? @_takes "add_action" "add_filter" "add_shortcode" "array_filter" "array_reduce" "array_walk" "array_walk_recursive" "preg_replace_callback"
    "register_activation_hook" "register_deactivation_hook" "register_uninstall_hook" "uasort" "uksort" "usort"))
((function_call_expression function: (name) @_takes arguments: (arguments . (argument) . (argument) . (argument [(string) (encapsed_string)] @passed.text)))
  (#any-of? @_takes "add_meta_box" "add_settings_field" "add_settings_section" "wp_add_dashboard_widget"))
([(scoped_call_expression name: (name) @_route arguments: (arguments . (argument (string)) . (argument (class_constant_access_expression . [(name) (qualified_name)] @passed.invoked . (name) @_class)) .))
  (member_call_expression name: (name) @_route arguments: (arguments . (argument (string)) . (argument (class_constant_access_expression . [(name) (qualified_name)] @passed.invoked . (name) @_class)) .))]
  (#any-of? @_route "any" "delete" "get" "options" "patch" "post" "put") (#eq? @_class "class"))
((array_element_initializer . (string) @_key . [(string) (encapsed_string)] @passed.text .) (#match? @_key "(?:^.|_)(?:callback|cb).$"))
([(argument [(string) (encapsed_string)] @passed.text) (array_element_initializer [(string) (encapsed_string)] @passed.text .)]
  (#match? @passed.text "^.(?:[\\\\]+\\w+|[A-Z]\\w*)(?:[\\\\]+\\w+)*@[A-Za-z_]\\w*.$"))
((method_declaration name: (name) @passed.own body: (compound_statement (return_statement (array_creation_expression (array_element_initializer (_) . (string) @passed.text .)))))
  (#eq? @passed.own "getSubscribedEvents"))
((method_declaration name: (name) @passed.own body: (compound_statement (return_statement (array_creation_expression (array_element_initializer (_)
    . (array_creation_expression . (array_element_initializer . (string) @passed.text .)) .)))))
  (#eq? @passed.own "getSubscribedEvents"))

; Names and their values
(property_declaration type: (_)? @type (property_element name: (variable_name (name) @bind)))
(enum_declaration name: (name) @type body: (enum_declaration_list (enum_case name: (name) @bind)))
(property_declaration type: (_)? @type (property_element name: (variable_name) @bind))
(property_promotion_parameter type: (_)? @type name: (variable_name (name) @bind.field))
(property_promotion_parameter type: (_)? @type name: (variable_name) @bind)
(simple_parameter type: (_)? @type name: (variable_name) @bind)
(variadic_parameter type: (_) @type.many name: (variable_name) @bind)
(variadic_parameter name: (variable_name) @bind)
(assignment_expression left: [(variable_name) (member_access_expression object: (variable_name))] @bind right: (_) @value)
(assignment_expression left: (list_literal (variable_name) @bind @destructured) right: (_) @value)
(assignment_expression left: (subscript_expression . [(variable_name) (member_access_expression object: (variable_name))] @bind) right: (_) @appended)
(reference_assignment_expression left: [(variable_name) (member_access_expression object: (variable_name))] @bind right: (_) @value)
((comment) @type.comment (#match? @type.comment "@(phpstan-|psalm-)?var\\s"))
(binary_expression left: (variable_name) @bind "instanceof" right: [(name) (qualified_name)] @narrow)
(foreach_statement . (_) @element . (variable_name) @bind)
(foreach_statement . (_) @element . (pair (_) (variable_name) @bind))
(foreach_statement . (_) @element . [(list_literal (variable_name) @bind @destructured) (pair (_) (list_literal (variable_name) @bind @destructured))])
; What functions hand to another one, element by element.
((function_call_expression function: (name) @_hands arguments: (arguments . (argument [(arrow_function parameters: (formal_parameters . (simple_parameter !type name: (variable_name) @bind)))
    (anonymous_function parameters: (formal_parameters . (simple_parameter !type name: (variable_name) @bind)))]) . (argument (_) @element)))
  (#eq? @_hands "array_map"))
((function_call_expression function: (name) @_hands arguments: (arguments . (argument (_) @element) . (argument [(arrow_function parameters: (formal_parameters . (simple_parameter !type name: (variable_name) @bind)))
    (anonymous_function parameters: (formal_parameters . (simple_parameter !type name: (variable_name) @bind)))]) .))
  (#any-of? @_hands "array_filter" "array_walk" "array_find" "array_any" "array_all" "usort" "uasort"))
((function_call_expression function: (name) @_hands arguments: (arguments . (argument (_) @element) . (argument [(arrow_function parameters: (formal_parameters . (simple_parameter) . (simple_parameter !type name: (variable_name) @bind)))
    (anonymous_function parameters: (formal_parameters . (simple_parameter) . (simple_parameter !type name: (variable_name) @bind)))])))
  (#any-of? @_hands "array_reduce" "usort" "uasort"))
((member_call_expression object: (_) @element name: (name) @_hands arguments: (arguments . (argument [(arrow_function parameters: (formal_parameters . (simple_parameter !type name: (variable_name) @bind)))
    (anonymous_function parameters: (formal_parameters . (simple_parameter !type name: (variable_name) @bind)))])))
  (#any-of? @_hands "each" "map" "filter" "reject" "flatMap" "sortBy" "sortByDesc" "every" "contains" "partition" "mapWithKeys"))
((function_call_expression function: (name) @_uses @bind.thisParameter arguments: (arguments (argument (class_constant_access_expression . [(name) (qualified_name)] @type))))
  (#eq? @_uses "uses"))
(catch_clause type: (type_list (named_type) @type) name: (variable_name) @bind)
(catch_clause name: (variable_name) @bind)

; Imports
(namespace_use_declaration !body (namespace_use_clause
  (qualified_name prefix: (namespace_name) @import.from (name) @import.name .) alias: (name)? @import.as))
(namespace_use_declaration !body (namespace_use_clause (name) @import.module @import.as !alias))
(namespace_use_declaration (namespace_name) @import.from
  body: (namespace_use_group (namespace_use_clause . (name) @import.name alias: (name)? @import.as)))
(namespace_use_declaration (namespace_name) @import.from
  body: (namespace_use_group (namespace_use_clause type: _ . (name) @import.name alias: (name)? @import.as)))
([(require_expression (_ left: (_) @_here right: (string (string_content) @import.module)))
  (require_once_expression (_ left: (_) @_here right: (string (string_content) @import.module)))
  (include_expression (_ left: (_) @_here right: (string (string_content) @import.module)))
  (include_once_expression (_ left: (_) @_here right: (string (string_content) @import.module)))]
  (#eq? @_here "__DIR__"))
