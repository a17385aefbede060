import { Setting } from "@daybook/kernel"

/** The settings of TMDB. */
export const settings = Setting.group(
  "TMDB",
  {
    url: Setting.of("TMDB_URL", Setting.address, {
      default: "https://api.themoviedb.org/3",
      meaning: "the film and show database, which receives the ids and names of what you watch",
    }),
    token: Setting.of("TMDB_TOKEN", Setting.secret, {
      needed: true,
      meaning: "API read access token; unset: titles as reported by sources, and free posters only",
    }),
  },
  { describes: true },
)

/** The access to the film database. */
export type Config = Setting.Config<typeof settings>
