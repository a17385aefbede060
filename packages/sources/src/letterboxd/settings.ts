import { Setting } from "@daybook/kernel"

/** The settings of Letterboxd. */
export const settings = Setting.group("Letterboxd", {
  url: Setting.of("LETTERBOXD_URL", Setting.address, {
    default: "https://letterboxd.com",
    meaning: "the address of Letterboxd, for film reviews",
  }),
  user: Setting.of("LETTERBOXD_USER", Setting.text, {
    needed: true,
    meaning: "the user whose reviews are synced",
  }),
})

/** The member whose films are read. */
export type Config = Setting.Config<typeof settings>
