/** What is known of an argument and of the parameter that takes it. */

/** The type of an argument: a name, and the names of all bases where it is a class of the repository. */
export interface ArgumentType {
  /** The same for types that are alike, as seen from one file. */
  readonly key: string;
  readonly name: string;
  /** Nearest first, itself among them. */
  readonly bases: readonly string[] | undefined;
  /** False where it also builds on what is outside of the repository. */
  readonly complete?: boolean;
}

/** The type of a parameter. */
export interface Parameter {
  readonly text: string;
  /** Without what is around the bare name of the type. */
  readonly name: string;
  readonly isPrimitive: boolean;
  readonly isFinal: boolean;
  /** Takes everything: a type parameter, or the base of all classes. */
  readonly isAny: boolean;
}
