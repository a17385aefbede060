import { Setting } from "@daybook/kernel"

/** The settings of Discogs. */
export const settings = Setting.group("Discogs", {
  url: {
    name: "DISCOGS_URL",
    kind: Setting.address,
    default: "https://api.discogs.com",
    meaning: "the address of Discogs, for records",
  },
  token: {
    name: "DISCOGS_TOKEN",
    kind: Setting.secret,
    needed: true,
    meaning: "a personal access token, which may also add records",
  },
  user: {
    name: "DISCOGS_USER",
    kind: Setting.text,
    needed: true,
    meaning: "the user whose collection is synced",
  },
})
