(jsx_opening_element name: (_) @callee (#match? @callee "^[A-Z]|[.]"))
(jsx_self_closing_element name: (_) @callee (#match? @callee "^[A-Z]|[.]"))
(jsx_attribute (jsx_expression [(identifier) (member_expression)] @passed))
