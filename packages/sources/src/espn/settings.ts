import { Setting } from "@daybook/kernel"

/** The setting of ESPN, which needs no key. */
export const settings = Setting.group(
  "ESPN",
  {
    url: Setting.of("ESPN_URL", Setting.address, {
      default: "https://site.api.espn.com/apis/site/v2/sports",
      meaning:
        "games of the NFL, NBA, WNBA, NHL, MLS and colleges, and baseball players; fetched when games are imported or promoted",
    }),
  },
  { describes: true },
)

/** The address of ESPN. */
export type Config = Setting.Config<typeof settings>
