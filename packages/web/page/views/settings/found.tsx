import "../home/home.css"
import { useEffect } from "preact/hooks"
import { readAgain } from "../../data/cache.ts"
import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { messages } from "../../messages.ts"
import { Pictures } from "../home/pictures.tsx"
import { useImports } from "./files/importList.tsx"
import { guessFrom } from "./guess.ts"
import { isAsked, linkPath, useSources } from "./sources/sourceList.tsx"

const { setUp } = messages

/** Images of the newest things. */
const maxPictures = 6

const yearsPath = "/v1/years"
const todayPath = "/v1/today"

/** The newest year, with its images. */
const NewestYear = ({ stored }: { readonly stored: number }) => {
  const years = useRead<Answer<"journal", "years">>(yearsPath).data?.data ?? []
  const today = useRead<Answer<"journal", "today">>(todayPath).data
  useEffect(() => {
    readAgain(yearsPath)
    readAgain(todayPath)
  }, [stored])
  const [newest] = years
  if (newest === undefined || today === undefined) return undefined
  const pictures = [...(today.month?.best ?? today.entries), ...today.lately].slice(0, maxPictures)
  return (
    <section class="card found-year">
      <Pictures entries={pictures} leadOf={({ subtitle }) => subtitle} />
      <div class="setting">
        <div role="status">
          <h2>{setUp.yearHere(newest.year)}</h2>
          <p class="quiet small">
            {setUp.inYears(
              years.reduce((sum, { total }) => sum + total, 0),
              years.length,
            )}
          </p>
        </div>
        <a class="button" href={`years/${newest.year}/story`}>
          {setUp.openYear(newest.year)}
        </a>
      </div>
    </section>
  )
}

/** The services that the files come from, each a press away from continuing on its own. */
const Services = () => {
  const imports = useImports().data?.data ?? []
  const guessed = guessFrom(imports, useSources().data?.data ?? []).filter((one) => !isAsked(one))
  if (guessed.length === 0) return undefined
  return (
    <section>
      <p class="quiet">{setUp.fromServices}</p>
      <p class="actions">
        {guessed.map((one) => (
          <a
            key={one.id}
            class="button"
            href={one.link === "" ? "settings/setup?step=accounts" : linkPath(one, "setup")}
          >
            {messages.settings.sources.link(one.title)}
          </a>
        ))}
      </p>
    </section>
  )
}

/** What the files have brought so far: a year to look at, and the services that would fill the next one. */
export const Found = () => {
  const imports = useImports().data?.data ?? []
  const stored = imports.reduce((sum, one) => sum + one.stored + one.known, 0)
  return stored === 0 ? undefined : (
    <>
      <NewestYear stored={stored} />
      <Services />
    </>
  )
}
