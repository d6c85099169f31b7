/** A place at which a file does not parse. */
export interface SyntaxFault {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units. */
  readonly column: number;
  /** Without position and full stop: "expected `}`", "unexpected `foo`", "`(` is never closed". */
  readonly message: string;
}
