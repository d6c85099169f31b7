(class_declaration (class_heritage (_) @base))
(variable_declarator value: (class (class_heritage (_) @base)))
(return_statement (class (class_heritage (_) @base)))
(arrow_function body: (class (class_heritage (_) @base)))
(arguments (class (class_heritage (_) @base)))
(assignment_expression right: (class (class_heritage (_) @base)))
(field_definition property: [(property_identifier) (private_property_identifier)] @name
  value: [(arrow_function) @arrow @bodied (function_expression) @bodied]) @function
(field_definition "static" @onClass value: [(arrow_function) (function_expression)])
(field_definition property: [(property_identifier) (private_property_identifier)] @bind value: (_) @value)
(object [(shorthand_property_identifier) @bind @value (pair key: (property_identifier) @bind value: (_) @value)])
(variable_declarator name: (identifier) @bind value: (_)? @value)
(formal_parameters (identifier) @bind)
(formal_parameters (assignment_pattern left: (identifier) @bind right: (_) @value))
