import { Setting } from "@daybook/kernel"

/** The settings of Trakt. */
export const settings = Setting.group("Trakt", {
  url: {
    name: "TRAKT_URL",
    kind: Setting.address,
    default: "https://api.trakt.tv",
    meaning: "the address of Trakt, for films and episodes watched and films owned",
  },
  clientId: {
    name: "TRAKT_CLIENT_ID",
    kind: Setting.secret,
    needed: true,
    meaning: "the client id of an application of yours at Trakt",
  },
  token: {
    name: "TRAKT_TOKEN",
    kind: Setting.secret,
    needed: true,
    meaning: "the access token that your account gave that application",
  },
})
