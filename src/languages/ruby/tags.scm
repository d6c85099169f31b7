; Definitions
(class name: [(constant) @name (scope_resolution scope: (_)? @on name: (constant) @name)] superclass: (superclass (_) @base)? body: (_) @body) @class
(class name: [(constant) @name (scope_resolution scope: (_)? @on name: (constant) @name)] superclass: (superclass (_) @base)? !body "end" @body) @class
(module name: [(constant) @name (scope_resolution scope: (_)? @on name: (constant) @name)] body: (_) @body) @class
(module name: [(constant) @name (scope_resolution scope: (_)? @on name: (constant) @name)] !body "end" @body) @class
((call !receiver method: (identifier) @name.camel block: (_ body: (_) @body)) @class (#eq? @name.camel "class_methods"))
((assignment left: (constant) @name right: (call receiver: (constant) @base method: (identifier) @_new block: (_ body: (_) @body))) @class
  (#any-of? @base "Struct" "Data") (#any-of? @_new "new" "define"))
((assignment left: (constant) @name right: (call receiver: (constant) @_class method: (identifier) @_new
    arguments: (argument_list . [(constant) (scope_resolution)] @base)? block: (_ body: (_) @body))) @class
  (#any-of? @_class "Class" "Module") (#eq? @_new "new"))
(method name: (_) @name body: (_) @body) @function
(method name: (_) @name !body "end" @body) @function
(singleton_method object: [(self) (constant) @on (scope_resolution) @on (identifier) @on] @visibility name: (_) @name body: (_) @body) @function
(singleton_method object: [(self) (constant) @on (scope_resolution) @on (identifier) @on] @visibility name: (_) @name !body "end" @body) @function
(singleton_method object: (_) @classMember)
(singleton_class value: (self) body: (body_statement [(method) @classMember (call arguments: (argument_list [(method) (simple_symbol)] @classMember))]))
(else [(method) (singleton_method)] @otherwise)
(elsif consequence: (then [(method) (singleton_method)] @otherwise))
((singleton_class value: (_) @_object) @scope.this (#not-eq? @_object "self"))
((call !receiver method: (identifier) @accessor arguments: (argument_list (simple_symbol) @name @function))
  (#any-of? @accessor "attr_reader" "attr_writer" "attr_accessor"))
((call !receiver method: (identifier) @accessor arguments: (argument_list . (simple_symbol) @name @function))
  (#any-of? @accessor "belongs_to" "has_one" "has_many" "has_and_belongs_to_many"))
((call !receiver method: (identifier) @accessor
    arguments: (argument_list (simple_symbol) @name @function (pair key: (hash_key_symbol) @_to value: (simple_symbol))))
  (#eq? @accessor "delegate") (#eq? @_to "to"))
((call !receiver method: (identifier) @accessor
    arguments: (argument_list . (simple_symbol) @name . [(lambda body: (_) @body) (call block: (_ body: (_) @body))])) @function
  (#eq? @accessor "scope"))
((call !receiver method: (identifier) @_define arguments: (argument_list . (simple_symbol) @name) block: (_ body: (_) @body)) @function
  (#eq? @_define "define_method"))
(alias name: (_) @renamed alias: (_) @original)
((call !receiver method: (identifier) @_alias arguments: (argument_list . (simple_symbol) @renamed . (simple_symbol) @original .))
  (#eq? @_alias "alias_method"))
((call !receiver method: (identifier) @base.mixin arguments: (argument_list [(constant) (scope_resolution) (self)] @base))
  (#any-of? @base.mixin "include" "extend" "prepend"))
((call receiver: [(constant) (scope_resolution)] @base.derived method: (identifier) @base.mixin
    arguments: (argument_list [(constant) (scope_resolution)] @base))
  (#any-of? @base.mixin "include" "extend" "prepend"))
((singleton_method object: (self) name: (identifier) @_hook parameters: (_ . (identifier))
    body: (body_statement (call receiver: (identifier) @base.includer method: (identifier) @base.mixin
      arguments: (argument_list [(constant) (scope_resolution) (self)] @base))))
  (#any-of? @_hook "included" "prepended") (#any-of? @base.mixin "include" "extend"))
((singleton_method object: (self) name: (identifier) @_hook parameters: (_ . (identifier))
    body: (body_statement (call receiver: (identifier) @base.includer method: (identifier) @_send
      arguments: (argument_list . (simple_symbol) @base.mixin . [(constant) (scope_resolution) (self)] @base))))
  (#any-of? @_hook "included" "prepended") (#eq? @_send "send") (#any-of? @base.mixin ":include" ":extend"))
((call !receiver method: (identifier) @base.mixin arguments: (argument_list [(constant) (scope_resolution)] @base)) (#eq? @base.mixin "helper"))
((call !receiver method: (identifier) @base.mixin arguments: (argument_list (simple_symbol) @base)) (#eq? @base.mixin "helper_method"))
((body_statement (identifier) @base.mixin @base) (#eq? @base.mixin "module_function"))
((call receiver: (constant) @base.exampleGroups method: (identifier) @_configure
    block: (_ body: (_ (call receiver: (identifier) method: (identifier) @base.mixin arguments: (argument_list . [(constant) (scope_resolution)] @base)))))
  (#eq? @base.exampleGroups "RSpec") (#eq? @_configure "configure") (#eq? @base.mixin "include"))
[(block) (lambda)] @scope
((call method: (_) @_run block: (do_block) @scope) (#not-eq? @_run "included"))
(call !method block: (do_block) @scope)

; What tests say of what they are about
((call !receiver method: (identifier) @_let arguments: (argument_list . (simple_symbol) @name) block: (_ body: (_) @body)) @object
  (#any-of? @_let "let" "let!" "let_it_be"))
((call !receiver method: (identifier) @name.alias arguments: (argument_list . (simple_symbol) @name) block: (_ body: (_) @body)) @object
  (#eq? @name.alias "subject"))
((call !receiver method: (identifier) @name !arguments block: (_ body: (_) @body)) @object (#eq? @name "subject"))
((call !receiver method: (identifier) @property block: (_ body: (_))) (#any-of? @property "let" "let!" "let_it_be" "subject"))
((call !receiver method: (identifier) @_let block: (_ body: (_ (_) @return .))) (#any-of? @_let "let" "let!" "let_it_be" "subject"))
((call !receiver method: (identifier) @_describe arguments: (argument_list . [(constant) (scope_resolution)] @value)
    block: (_ ["do" "{"] @bind.described @bind.at))
  (#any-of? @_describe "describe" "context" "xdescribe" "fdescribe"))
((call receiver: (constant) @_rspec method: (identifier) @_describe arguments: (argument_list . [(constant) (scope_resolution)] @value)
    block: (_ ["do" "{"] @bind.described @bind.at))
  (#eq? @_rspec "RSpec") (#any-of? @_describe "describe" "context" "xdescribe" "fdescribe"))

((body_statement (identifier) @visibility.next) (#any-of? @visibility.next "private" "protected" "public"))
(singleton_class ["class" "end"] @visibility.next)
((call !receiver method: (identifier) @visibility.word arguments: (argument_list (simple_symbol) @visibility.of))
  (#any-of? @visibility.word "private" "protected" "public" "private_class_method" "public_class_method"))

; Calls
(call method: [(identifier) (constant)]) @callee
(super) @callee
(call receiver: (_) @element arguments: (argument_list (block_argument (simple_symbol) @callee.each)))
((call receiver: (_)? @element method: (identifier) @_send arguments: (argument_list . (simple_symbol) @callee.sent))
  (#any-of? @_send "send" "public_send" "__send__" "try" "try!" "method"))
((call !receiver method: (identifier) @_delegate
    arguments: (argument_list (simple_symbol) @callee.through (pair key: (hash_key_symbol) @_to value: (simple_symbol) @element)))
  (#eq? @_delegate "delegate") (#eq? @_to "to"))
((call !receiver method: (identifier) @_callback arguments: (argument_list (simple_symbol) @callee.instance))
  (#match? @_callback "^(?:(?:append_|prepend_)?(?:before|after|around)_[a-z_]+|validate)$"))
((call !receiver method: (identifier) @_callback
    arguments: (argument_list (pair key: (hash_key_symbol) @_key value: [(simple_symbol) @callee.instance (array (simple_symbol) @callee.instance)])))
  (#match? @_callback "^(?:(?:append_|prepend_|skip_)?(?:before|after|around)_[a-z_]+|validates?(?:_[a-z_]+)?|rescue_from|set_callback|attributes?|has_one|has_many|belongs_to|with_options|layout)$")
  (#any-of? @_key "if" "unless" "with"))
((call !receiver method: (identifier) @_callback
    arguments: (argument_list (pair key: (hash_key_symbol) @_key value: [(simple_symbol) @callee.instance (array (simple_symbol) @callee.instance)])))
  (#any-of? @_callback "has_many" "has_and_belongs_to_many") (#any-of? @_key "after_add" "after_remove" "before_add" "before_remove"))
((call !receiver method: (identifier) @_callback arguments: (argument_list . (simple_symbol) . (simple_symbol) . (simple_symbol) @callee.instance))
  (#eq? @_callback "set_callback"))
((call !receiver method: (identifier) @_callback arguments: (argument_list . (simple_symbol) @callee.instance))
  (#any-of? @_callback "instance_method" "layout"))
((call !receiver method: (identifier) @_raise arguments: (argument_list . [(constant) (scope_resolution)] @callee)) (#any-of? @_raise "raise" "fail"))
(_primary/identifier) @callee
(return (argument_list . (_) @return .))
(yield (argument_list) @block.arguments)
((call receiver: (identifier) @block.parameter method: (identifier) @_call arguments: (argument_list) @block.arguments) (#any-of? @_call "call" "yield"))
(call receiver: (identifier) @block.parameter !method arguments: (argument_list) @block.arguments)
((call method: (identifier) @_exec arguments: (argument_list (block_argument (identifier) @block.parameter)) @block.arguments)
  (#any-of? @_exec "instance_exec" "class_exec" "module_exec"))
((call receiver: (_) @element method: (identifier) @_each arguments: (argument_list (block_argument (identifier) @block.forwarded)))
  (#any-of? @_each "each" "map" "flat_map" "select" "reject" "find" "find_all" "each_with_index" "reverse_each" "each_entry" "each_value"))
(call method: (identifier) arguments: (argument_list (block_argument (identifier) @block.forwarded))) @block.call
[(method body: (body_statement (_) @return .)) (singleton_method body: (body_statement (_) @return .))]
[(method body: (body_statement (_) @return . [(rescue) (ensure)])) (singleton_method body: (body_statement (_) @return . [(rescue) (ensure)]))]
[(method body: [(call) (identifier) (constant) (self) (instance_variable)] @return)
 (singleton_method body: [(call) (identifier) (constant) (self) (instance_variable)] @return)]

; Names and their values
[(method_parameters (identifier) @bind) (block_parameters (identifier) @bind) (lambda_parameters (identifier) @bind)
 (destructured_parameter (identifier) @bind) (splat_parameter name: (identifier) @bind)
 (hash_splat_parameter name: (identifier) @bind) (block_parameter name: (identifier) @bind)]
(optional_parameter name: (identifier) @bind value: (_) @value)
(keyword_parameter name: (identifier) @bind value: (_)? @value)
(assignment left: [(identifier) (instance_variable) (class_variable) (constant)] @bind right: (_) @value)
(operator_assignment left: [(identifier) (instance_variable) (class_variable) (constant)] @bind right: (_) @value)
(assignment left: (left_assignment_list [(identifier) (instance_variable)] @bind @destructured) right: (right_assignment_list) @value)
[(left_assignment_list [(identifier) (instance_variable)] @bind) (destructured_left_assignment (identifier) @bind) (rest_assignment (identifier) @bind)]
(rescue exceptions: (exceptions [(constant) (scope_resolution)] @narrow) variable: (exception_variable (identifier) @bind))
(rescue variable: (exception_variable (identifier) @bind))
(for pattern: (identifier) @bind)
((call receiver: (_) @element method: (identifier) @_hands block: (_ parameters: (block_parameters . (identifier) @bind .)))
  (#any-of? @_hands "each" "map" "flat_map" "select" "filter" "reject" "find" "find_all" "detect" "find_index" "sort_by" "sum" "uniq" "count" "one?" "any?" "all?" "none?" "find_each" "filter_map"
    "min_by" "max_by" "group_by" "partition" "index_by" "each_entry" "reverse_each" "each_value"
    "collect" "map!" "select!" "reject!" "delete_if" "keep_if" "take_while" "drop_while"))
((call receiver: (_) @element method: (identifier) @_hands block: (_ parameters: (block_parameters . (identifier) @bind . (identifier) .)))
  (#any-of? @_hands "each_with_index" "each_with_object"))
((call receiver: (_) @value method: (identifier) @_hands block: (_ parameters: (block_parameters . (identifier) @bind .)))
  (#any-of? @_hands "tap" "then" "yield_self"))
(call method: (identifier) block: (_ parameters: (block_parameters (identifier) @bind))) @block.call
(binary left: [(identifier) (instance_variable)] @bind operator: "<<" right: (_) @added)
((call receiver: [(identifier) (instance_variable)] @bind method: (identifier) @_put arguments: (argument_list . (_) @added .))
  (#any-of? @_put "push" "append" "unshift" "prepend" "add"))
(assignment left: (element_reference object: [(identifier) (instance_variable)] @bind) right: (_) @added.value)
[(array_pattern (identifier) @bind) (as_pattern name: (identifier) @bind) (keyword_pattern value: (identifier) @bind)]
((call receiver: (identifier) @bind method: (identifier) @_is arguments: (argument_list . [(constant) (scope_resolution)] @narrow))
  (#any-of? @_is "is_a?" "kind_of?" "instance_of?"))
(case value: (identifier) @bind (when pattern: (pattern [(constant) (scope_resolution)] @narrow)))

; Imports
((call !receiver method: (identifier) @import.relative arguments: (argument_list . (string . (string_content) @import.from @import.all .) .))
  (#eq? @import.relative "require_relative"))
((call !receiver method: (identifier) @_require arguments: (argument_list (string . (string_content) @import.from @import.all .) .))
  (#any-of? @_require "require" "load" "autoload"))
