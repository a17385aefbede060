import { Setting } from "@daybook/kernel"

/** The setting of the iTunes Search API, which needs no key: it is called unless it is switched off. */
export const settings = Setting.group(
  "iTunes",
  {
    url: Setting.of("ITUNES_URL", Setting.orOff(Setting.address), {
      default: "https://itunes.apple.com",
      needed: true,
      meaning:
        "the music catalog, which receives the names of what you play; add ?country=PT for that country's; off: none",
    }),
  },
  { describes: true },
)

/** The address and pace of the catalog. */
export type Config = Setting.Config<typeof settings>
