import { Setting } from "@daybook/kernel"

/** The settings of setlist.fm. */
export const settings = Setting.group("setlist.fm", {
  url: {
    name: "SETLISTFM_URL",
    kind: Setting.address,
    default: "https://api.setlist.fm",
    meaning: "the address of setlist.fm, for concerts",
  },
  key: {
    name: "SETLISTFM_KEY",
    kind: Setting.secret,
    needed: true,
    meaning: "your key for its API",
  },
  user: {
    name: "SETLISTFM_USER",
    kind: Setting.text,
    needed: true,
    meaning: "the user whose attended concerts are synced",
  },
})

/** The user at setlist.fm whose concerts are read. */
export type Config = Setting.Config<typeof settings>
