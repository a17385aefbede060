import { Setting } from "@daybook/kernel"

/** The settings of setlist.fm. */
export const settings = Setting.group("setlist.fm", {
  url: Setting.of("SETLISTFM_URL", Setting.address, {
    default: "https://api.setlist.fm",
    meaning: "the address of setlist.fm, for concerts",
  }),
  key: Setting.of("SETLISTFM_KEY", Setting.secret, { needed: true, meaning: "your key for its API" }),
  user: Setting.of("SETLISTFM_USER", Setting.text, {
    needed: true,
    meaning: "the user whose attended concerts are synced",
  }),
})

/** The user at setlist.fm whose concerts are read. */
export type Config = Setting.Config<typeof settings>
