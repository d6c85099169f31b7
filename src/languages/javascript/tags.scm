(class_declaration (class_heritage (_) @base))
(variable_declarator value: (class (class_heritage (_) @base)))
(return_statement (class (class_heritage (_) @base)))
(arrow_function body: (class (class_heritage (_) @base)))
(arguments (class (class_heritage (_) @base)))
(assignment_expression right: (class (class_heritage (_) @base)))
(field_definition property: [(property_identifier) (private_property_identifier)] @name
  value: [(arrow_function) @arrow @bodied (function_expression) @bodied]) @function
(field_definition "static" @classMember value: [(arrow_function) (function_expression) (object)])
; What is written out in a field is a thing of its own where it has functions.
(field_definition property: [(property_identifier) (private_property_identifier)] @name value: (object [(method_definition) (pair value: [(arrow_function) (function_expression)])]) @body) @object
(field_definition property: [(property_identifier) (private_property_identifier)] @bind value: (_) @value)
(object [(shorthand_property_identifier) @bind @value (pair key: (property_identifier) @bind value: (_) @value)])
(variable_declarator name: (identifier) @bind value: (_)? @value)
(formal_parameters (identifier) @bind)
(formal_parameters (assignment_pattern left: (identifier) @bind right: (_) @value))
((call_expression function: (_ property: (property_identifier) @_fold) arguments: (_ . (_ parameters: (_ . (identifier) @bind)) . (_) @value))
  (#any-of? @_fold "reduce" "reduceRight"))
((call_expression function: (_ object: (_) @item property: (property_identifier) @_fold)
  arguments: (_ . (_ parameters: (_ . (_) . (identifier) @bind)))) (#any-of? @_fold "reduce" "reduceRight" "sort" "toSorted"))
((comment) @type.comment (#match? @type.comment "@(typedef|import|callback)\\s*[\\w${*]"))
(field_definition value: [(identifier) (member_expression)] @passed)
