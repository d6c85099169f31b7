/** A typed array that grows: the postings of a large repository do not fit comfortably in arrays of boxed numbers. */
export interface Growing<A> {
  push(value: number): void;
  length(): number;
  /** A view, which holds until it grows or is emptied. */
  values(): A;
  empty(): void;
}

export function growing<A extends Int32Array | Float32Array>(make: new (length: number) => A): Growing<A> {
  let array = new make(1024);
  let used = 0;
  return {
    push(value) {
      if (used === array.length) {
        const larger = new make(array.length * 2);
        larger.set(array);
        array = larger;
      }
      array[used++] = value;
    },
    length: () => used,
    values: () => array.subarray(0, used) as A,
    empty: () => {
      used = 0;
    },
  };
}
