/** What the indexers wrote for these files. Columns count UTF-16 units, also behind the umlaut. */
export const sources = {
  python: `class Shape:
    def area(self) -> float:
        return 0.0


class Square(Shape):
    def __init__(self, side: float) -> None:
        self.side = side

    def area(self) -> float:
        return self.side * self.side


def total(shapes: list[Shape]) -> float:
    größe = Square(2)
    return sum(shape.area() for shape in shapes) + größe.area()
`,
  typescript: `export interface Shape {
  area(): number;
}

export class Square implements Shape {
  constructor(readonly side: number) {}

  area(): number {
    return this.side * this.side;
  }
}

export function total(shapes: readonly Shape[]): number {
  const größe = new Square(2);
  return shapes.reduce((sum, shape) => sum + shape.area(), größe.area());
}
`,
};
