import { Setting } from "@daybook/kernel"

/** The setting of the MLB Stats API, which needs no key. */
export const settings = Setting.group(
  "MLB",
  {
    url: Setting.of("MLB_URL", Setting.address, {
      default: "https://statsapi.mlb.com",
      meaning: "games of Major League Baseball, fetched at the same times",
    }),
  },
  { describes: true },
)

/** The address of the MLB Stats API. */
export type Config = Setting.Config<typeof settings>
