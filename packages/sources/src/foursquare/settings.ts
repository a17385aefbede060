import { Setting } from "@daybook/kernel"

/** The settings of Foursquare. */
export const settings = Setting.group("Foursquare", {
  url: {
    name: "FOURSQUARE_URL",
    kind: Setting.address,
    default: "https://api.foursquare.com/v2",
    meaning: "the address of Foursquare, for check-ins",
  },
  token: {
    name: "FOURSQUARE_TOKEN",
    kind: Setting.secret,
    needed: true,
    meaning: "an OAuth token of your account",
  },
})
