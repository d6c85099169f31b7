/** What Rails makes visible in a template: methods of helpers and controllers, and its controller's instance variables. */

import { type Entity, type Found, inferred, union } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { viewClass } from "../outline.ts";
import type { Place, Side } from "./method-order.ts";

/** Look-up in classes by qualified name. */
interface Classes {
  order(whole: string, side: Side): readonly Place[];
  find(places: readonly Place[], name: string): Found | undefined;
  /** The qualified name of the class that a name stands for, if any. */
  classAt(whole: string): string | undefined;
  /** Names of all classes with a member of that name. */
  classesDeclaring(name: string): readonly string[];
}

export function createViews(linker: Linker, { order, find, classAt, classesDeclaring }: Classes) {
  /** The look-up order of the class that renders a view; undefined where many may. */
  const shownBy = (file: FileTable): readonly Place[] | undefined => {
    for (const one of file.rules!.reopened!.views!.shownBy(file.outline.path)) {
      const whole = classAt(one);
      if (whole !== undefined) return order(whole, "object");
    }
    return undefined;
  };
  /** A controller's `helper_method` is visible only in views of it and of its subclasses. */
  const shownTo = (file: FileTable, found: Found): Found => {
    const places = shownBy(file);
    if (!places) return found;
    const isShown = (one: Entity): boolean => {
      if (one.kind !== "definition") return false;
      const { scope } = linker.tables.definition(one.id);
      const [owner] = linker.reopened.around(linker.tables.fileOf(one.id), scope);
      return places.some(({ name }) => name === owner);
    };
    return { ...found, entities: found.entities.filter(isShown) };
  };
  const memberOf = (file: FileTable, name: string): Found | undefined => {
    const places = shownBy(file);
    const found = places && find(places, name);
    return found && inferred(found);
  };
  return {
    /** A method that a view calls on `self`; of several helpers with that name, any may be meant. */
    method: (file: FileTable, name: string): Found | undefined => {
      if (!isView(file)) return undefined;
      if (file.rules!.reopened!.views!.isMethod(file.outline.path)) return memberOf(file, name);
      const own = find([{ name: viewClass, side: "object" }], name);
      const shown = own && shownTo(file, own);
      if (shown && shown.entities.length > 0) return inferred(shown);
      const having = new Set(classesDeclaring(name));
      const all = order(viewClass, "object").flatMap((place) =>
        having.has(place.name) && place.name !== viewClass ? (find([place], name) ?? []) : [],
      );
      return all.length === 0 ? undefined : inferred(union(all));
    },
    attribute: (file: FileTable, name: string): Found | undefined =>
      name.startsWith("@") && isView(file) ? memberOf(file, name) : undefined,
  };
}

const isView = ({ rules, outline }: FileTable): boolean =>
  rules?.reopened?.views?.isView(outline.path) === true;
