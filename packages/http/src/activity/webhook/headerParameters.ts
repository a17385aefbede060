/** A header with one value and its parameters, such as `form-data; name="payload"` (RFC 9110, section 5.6.6). */
export interface Parametrized {
  /** In lower case. */
  readonly value: string
  /** By name, in lower case. */
  readonly parameters: ReadonlyMap<string, string>
}

const parameter = /;\s*(?:([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*))\s*)?/y

/** Reads such a header; undefined for any other form. A repeated parameter keeps its first value. */
export const readParameters = (header: string): Parametrized | undefined => {
  const first = header.indexOf(";")
  const parameters = new Map<string, string>()
  let at = first === -1 ? header.length : first
  const value = header.slice(0, at).trim().toLowerCase()
  while (at < header.length) {
    parameter.lastIndex = at
    const match = parameter.exec(header)
    if (match === null) return undefined
    at = parameter.lastIndex
    const [, name, quoted, token = ""] = match
    const key = name?.toLowerCase()
    if (key === undefined || parameters.has(key)) continue
    parameters.set(key, quoted === undefined ? token : quoted.replace(/\\(.)/g, "$1"))
  }
  return { value, parameters }
}
