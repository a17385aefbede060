/** The encodings in which a text is kept ready. */
export type Encoding = "br" | "gzip" | "identity"

/** The smallest encoding that a client accepts (RFC 9110, 12.5.3). */
export const encodingFor = (accepted: string | undefined): Encoding => {
  const taken = (encoding: Encoding) =>
    (accepted ?? "").split(",").some((item) => {
      const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase())
      return name === encoding && !parameters.some((one) => /^q=0(\.0*)?$/.test(one))
    })
  if (taken("br")) return "br"
  return taken("gzip") ? "gzip" : "identity"
}
