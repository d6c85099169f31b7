export type WebFaultKind =
  | "address"
  | "redirect"
  | "type"
  | "too-large"
  | "timeout"
  | "status"
  | "unreachable"
  | "unreadable"
  | "budget";

/**
 * Why something on the web was not read: expected, and no bug. `message` is a clause of our own words (`is no public
 * address`); it holds nothing that the other side said.
 */
export class WebFault extends Error {
  readonly kind: WebFaultKind;
  /** HTTP's status, where it came that far. */
  readonly status: number | undefined;
  constructor(kind: WebFaultKind, message: string, options: { readonly status?: number } = {}) {
    super(message);
    this.name = "WebFault";
    this.kind = kind;
    this.status = options.status;
  }
}
