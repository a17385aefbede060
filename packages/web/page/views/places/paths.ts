import { withQuery } from "../../router.tsx"

/** The venues of a city, a country or a kind. */
export const venuesPath = (narrowed: Readonly<Record<string, string>>): string =>
  withQuery("/places/venues", narrowed)

/** Names, the unknown ones left out. */
export const joined = (...names: ReadonlyArray<string>): string =>
  names.filter((name) => name !== "").join(" · ")
