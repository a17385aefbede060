import type { Answer } from "../../data/responses.ts"

type Import = Answer<"imports", "list">["data"][number]
type Source = Answer<"sources", "list">["data"][number]

const bare = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")

/** A format that has the name of an app, by the service that the app belongs to. */
const services: Readonly<Record<string, string>> = { swarm: "foursquare" }

/** The services that imported files come from: what was exported there may continue on its own. */
export const guessFrom = (
  imports: ReadonlyArray<Import>,
  sources: ReadonlyArray<Source>,
): ReadonlyArray<Source> => {
  const read = imports.flatMap(({ parts }) => parts).filter(({ known, stored }) => known + stored > 0)
  return sources.filter(
    ({ domains, id }) =>
      domains.length > 0 &&
      read.some(({ domain, format }) => {
        const name = bare(format)
        return domains.includes(domain) && (services[name] ?? name).startsWith(id)
      }),
  )
}
