import { Setting } from "@daybook/kernel"

/** The settings of Wikidata and Wikimedia Commons, which need no key: they are called unless they are switched off. */
export const settings = Setting.group(
  "Wikidata",
  {
    url: Setting.of("WIKIDATA_URL", Setting.orOff(Setting.address), {
      default: "https://query.wikidata.org/sparql",
      needed: true,
      meaning:
        "source of free posters, which receives the ids of films and shows without an image; off: none",
    }),
    files: Setting.of("COMMONS_URL", Setting.address, {
      default: "https://commons.wikimedia.org",
      meaning: "the host of these posters",
    }),
  },
  { describes: true },
)

/** The addresses of Wikidata's query service and of Commons. */
export type Config = Setting.Config<typeof settings>
