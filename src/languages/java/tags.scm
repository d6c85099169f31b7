(package_declaration [(scoped_identifier) (identifier)] @package)

; Definitions
(class_declaration name: (identifier) @name body: (class_body) @body) @class
(record_declaration name: (identifier) @name body: (class_body) @body) @class
(enum_declaration name: (identifier) @name body: (enum_body) @body) @class
(interface_declaration name: (identifier) @name body: (interface_body) @body) @class
(annotation_type_declaration name: (identifier) @name body: (annotation_type_body) @body) @class
(object_creation_expression
  type: [(type_identifier) @name (scoped_type_identifier) @name (generic_type . (_) @name)] @base
  (class_body) @class @body @anonymous)
(enum_declaration name: (identifier) @base
  body: (enum_body (enum_constant name: (identifier) @name body: (class_body) @class @body @anonymous)))
(method_declaration type: (_) @returns name: (identifier) @name parameters: (formal_parameters) @parameters body: (block)? @body) @function
(constructor_declaration name: (identifier) @name parameters: (formal_parameters) @parameters body: (_) @body) @function
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @function
(annotation_type_element_declaration type: (_) @returns name: (identifier) @name) @function
(superclass (_) @base)
(super_interfaces (type_list (_) @base))
(extends_interfaces (type_list (_) @base))
(method_declaration (modifiers "static" @classMember))
(modifiers [(annotation) (marker_annotation)] @annotation)
(lambda_expression) @scope
[(for_statement) (enhanced_for_statement) (while_statement) (do_statement)] @scope
[(try_statement) (try_with_resources_statement) (catch_clause) (switch_block_statement_group) (switch_rule)] @scope
(if_statement consequence: (block) @scope)
(if_statement alternative: (block) @scope)

; Calls
(method_invocation arguments: (argument_list) @arguments) @callee
(object_creation_expression type: (_) @callee)
(explicit_constructor_invocation constructor: [(super) (this)] @callee)
(method_reference) @callee

; Names and their values
(field_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @bind value: (_)? @value))
(constant_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @bind value: (_)? @value))
(local_variable_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @bind value: (_)? @value))
(formal_parameter type: (_) @type name: (identifier) @bind)
(spread_parameter (_) @type.many . (variable_declarator name: (identifier) @bind))
(catch_formal_parameter (catch_type . (_) @type .) name: (identifier) @bind)
(catch_formal_parameter name: (identifier) @bind)
(resource type: (_) @type name: (identifier) @bind value: (_)? @value)
(enhanced_for_statement type: (_) @type name: (identifier) @bind)
((enhanced_for_statement type: (type_identifier) @_var name: (identifier) @bind value: (_) @element) (#eq? @_var "var"))
(instanceof_expression right: (_) @type name: (identifier) @bind)
(type_pattern (_) @type (identifier) @bind)
(record_pattern_component (_) @type (identifier) @bind)
(record_declaration parameters: (formal_parameters (formal_parameter type: (_) @type name: (identifier) @bind.accessor)))
(lambda_expression parameters: (identifier) @bind)
(inferred_parameters (identifier) @bind)
((method_invocation object: (_) @item name: (identifier) @_each
  arguments: (argument_list . (lambda_expression parameters: [(identifier) @bind (inferred_parameters . (identifier) @bind .)])))
  (#any-of? @_each "allMatch" "anyMatch" "dropWhile" "filter" "flatMap" "forEach" "forEachOrdered" "forEachRemaining" "ifPresent"
    "ifPresentOrElse" "iterate" "concatMap" "delayUntil" "doOnNext" "doOnSuccess" "filterWhen" "flatMapIterable" "flatMapMany"
    "flatMapSequential" "mapNotNull" "subscribe" "map" "mapToDouble" "mapToInt" "mapToLong" "mapToObj" "noneMatch" "peek" "removeIf" "replaceAll"
    "takeWhile" "thenAccept" "thenApply" "thenCompose"))
((method_invocation object: (_) @item name: (identifier) @_each
  arguments: (argument_list (method_invocation name: (identifier) @_by
    arguments: (argument_list (lambda_expression parameters: [(identifier) @bind (inferred_parameters . (identifier) @bind .)])))))
  (#any-of? @_each "collect" "max" "min" "sort" "sorted")
  (#any-of? @_by "averagingDouble" "averagingInt" "averagingLong" "comparing" "comparingDouble" "comparingInt" "comparingLong"
    "filtering" "flatMapping" "groupingBy" "groupingByConcurrent" "mapping" "maxBy" "minBy" "partitioningBy" "summingDouble"
    "summingInt" "summingLong" "thenComparing" "toMap" "toUnmodifiableMap"))
((method_invocation object: (_) @item name: (identifier) @_each
  arguments: (argument_list . (lambda_expression parameters: (inferred_parameters (identifier) . (identifier) @bind .))))
  (#any-of? @_each "computeIfPresent" "forEach" "max" "min" "reduce" "replaceAll" "sort" "sorted" "whenComplete"))
((method_invocation object: (_) @item name: (identifier) @_each
  arguments: (argument_list . (lambda_expression parameters: (inferred_parameters . (identifier) @bind . (identifier) .))))
  (#any-of? @_each "max" "min" "reduce" "sort" "sorted" "whenComplete"))
((method_invocation object: (_) @item name: (identifier) @_each
  arguments: (argument_list (_) (lambda_expression parameters: (inferred_parameters (identifier) . (identifier) @bind .))))
  (#any-of? @_each "compute" "computeIfPresent"))
(type_parameter (type_identifier) @bind (type_bound . (_) @type)?)
(enum_declaration name: (identifier) @type body: (enum_body (enum_constant name: (identifier) @bind)))

; Imports
(import_declaration (scoped_identifier scope: (_) @import.from name: (identifier) @import.name) .)
(import_declaration (scoped_identifier) @import.from (asterisk) @import.all)
