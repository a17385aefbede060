import { InvalidInput, isStorableText, maxNameLength, type SourceError } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { FilmDatabase } from "./ports.ts"

/** A film that the film database knows. */
export interface FoundFilm {
  readonly tmdb: number
  readonly name: string
  /** 0 if unknown. */
  readonly year: number
}

const maxFilms = 10

/** The films of the film database with a similar title, best first; none if no database is configured. */
export const findFilms = Effect.fn("Watching.findFilms")(function* (
  title: string,
): Effect.fn.Return<ReadonlyArray<FoundFilm>, InvalidInput | SourceError, FilmDatabase> {
  const words = title.trim()
  if (words === "" || words.length > maxNameLength || !isStorableText(words))
    return yield* new InvalidInput({
      field: "q",
      message: `q: send a title of 1 to ${maxNameLength} characters`,
    })
  const { configured, search } = yield* FilmDatabase
  if (!configured) return []
  const found = yield* search("film", words, 0)
  return found
    .flatMap(({ names: [name], tmdb, year }) => (name === undefined ? [] : [{ tmdb, name, year }]))
    .slice(0, maxFilms)
})
