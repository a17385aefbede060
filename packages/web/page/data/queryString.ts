/** True for a day that there is: `2026-02-28`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text)

/** True for a year of four digits. */
export const isYear = (text: string): boolean => /^[1-9]\d{3}$/.test(text)

/** True for any text. */
export const isText = (text: string): boolean => text.trim() !== ""

/** True for one of these. */
export const isOneOf =
  (values: ReadonlyArray<string>) =>
  (text: string): boolean =>
    values.includes(text)

/**
 * The query of a list in the API for the filters in a URL: the ones that the list takes, with valid values. URLs are
 * sometimes typed; an invalid filter is ignored.
 */
export const askedBy = (
  query: URLSearchParams,
  takes: Readonly<Record<string, (value: string) => boolean>>,
): string => {
  const asked = new URLSearchParams()
  for (const [name, isRight] of Object.entries(takes)) {
    const value = query.get(name)
    if (value !== null && isRight(value)) asked.set(name, value.trim())
  }
  return asked.toString()
}

const maxWordsLength = 200

/** A name as the words of a search, in an address: cut where the API takes no more, and never within a character. */
export const searchedAs = (name: string): string =>
  encodeURIComponent([...name].slice(0, maxWordsLength).join(""))

/** A path of the API with a query, which may be empty. */
export const pathWithQuery = (path: string, ...asked: ReadonlyArray<string>): string => {
  const query = asked.filter((one) => one !== "").join("&")
  return query === "" ? path : `${path}?${query}`
}
