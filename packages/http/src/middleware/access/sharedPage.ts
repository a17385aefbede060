import { parseTarget, type Target } from "../routing/target.ts"

/** Shared pages are below this path, by their tokens. */
export const sharedPagePath = "/s"

/** The addresses of shares that are pages begin so; only a token opens them. */
const pages = "/pages/"

/** A page that a share opens to everyone. */
export interface SharedPage {
  /** The year that it tells of; undefined for the page of the present. */
  readonly year: number | undefined
  /** True to show what is happening now. */
  readonly now: boolean
  /** True if search engines may list it. */
  readonly index: boolean
  readonly units: "km" | "mi"
}

/** The pages and their parameters, for a message about one that does not exist. */
export const pageForms = "/pages/years/2025 or /pages/now, with index=true, now=true or units=mi if need be"

export const isPageAddress = (address: string): boolean => address.startsWith(pages)

export const isPage = ({ path }: Target): boolean => isPageAddress(path)

const values: Readonly<Record<string, ReadonlyArray<string>>> = {
  index: ["true", "false"],
  now: ["true", "false"],
  units: ["km", "mi"],
}

/** The page of a target; undefined if there is no such page, or it has no such parameters. */
export const pageOfTarget = ({ path, query }: Target): SharedPage | undefined => {
  const [, year] = /^\/pages\/years\/(\d{4})$/.exec(path) ?? []
  if (path !== "/pages/now" && (year === undefined || year === "0000")) return undefined
  const given = new URLSearchParams(query)
  for (const [name, value] of given) if (values[name]?.includes(value) !== true) return undefined
  return {
    year: year === undefined ? undefined : Number(year),
    now: year === undefined || given.get("now") === "true",
    index: given.get("index") === "true",
    units: given.get("units") === "mi" ? "mi" : "km",
  }
}

/** The page that a share's address names; undefined if it names another thing. */
export const pageOfAddress = (address: string): SharedPage | undefined => {
  const target = parseTarget(address)
  return target === undefined ? undefined : pageOfTarget(target)
}
