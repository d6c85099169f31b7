/** Inherent methods of Rust's built-in types, which take precedence over any trait's. */

const number = /^(?:[iu](?:8|16|32|64|128|size)|f(?:32|64))$/;

const ofNumbers =
  /^(?:(?:checked|wrapping|saturating|overflowing|unchecked)_\w+|(?:leading|trailing|count)_(?:ones|zeros)|(?:to|from)_(?:[bln]e(?:_bytes)?|bits)|(?:is|next)_power_of_two|(?:div|rem)_euclid|is_(?:positive|negative|nan|finite|infinite|ascii\w*)|to_ascii_\w+|i?sqrt|ilog\w*|abs(?:_diff)?|pow[if]?|signum|rotate_(?:left|right)|swap_bytes|reverse_bits|div_ceil|next_multiple_of|floor|ceil|round|trunc|fract)$/;

const ofCharacters =
  /^(?:is_(?:alphabetic|alphanumeric|numeric|digit|whitespace|control|uppercase|lowercase|ascii\w*)|to_(?:digit|uppercase|lowercase|ascii_\w+)|len_utf(?:8|16)|encode_utf(?:8|16)|from_(?:u32|digit)|eq_ignore_ascii_case)$/;

const ofTexts =
  /^(?:len|is_empty|is_char_boundary|as_bytes|as_ptr|get|chars|char_indices|bytes|lines|contains|find|rfind|parse|repeat|replacen?|(?:starts|ends)_with|strip_(?:prefix|suffix)|r?split\w*|r?matches|r?match_indices|trim\w*|is_ascii\w*|to_(?:uppercase|lowercase|ascii_\w+)|eq_ignore_ascii_case|escape_\w+)$/;

/** @param type As written, without reference marks. */
export function hasItself(type: string, method: string): boolean {
  if (type === "str") return ofTexts.test(method);
  if (type === "char") return ofCharacters.test(method);
  return number.test(type) && ofNumbers.test(method);
}

/** Whether a path that starts with this name starts with a built-in type: `u64::smallest()`. */
export const isBuiltIn = (name: string): boolean => /^(?:str|char|bool)$/.test(name) || number.test(name);
