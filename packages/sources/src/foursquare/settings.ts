import { Setting } from "@daybook/kernel"

/** The settings of Foursquare. */
export const settings = Setting.group("Foursquare", {
  url: Setting.of("FOURSQUARE_URL", Setting.address, {
    default: "https://api.foursquare.com/v2",
    meaning: "the address of Foursquare, for check-ins",
  }),
  tokenUrl: Setting.of("FOURSQUARE_TOKEN_URL", Setting.address, {
    default: "https://foursquare.com/oauth2/access_token",
    meaning: "Foursquare's token endpoint",
  }),
  authorizeUrl: Setting.of("FOURSQUARE_AUTHORIZE_URL", Setting.address, {
    default: "https://foursquare.com/oauth2/authenticate",
    meaning: "the page of Foursquare where you link your account",
  }),
  clientId: Setting.of("FOURSQUARE_CLIENT_ID", Setting.text, {
    needed: "to link",
    meaning: "the id of your application at Foursquare, to link your account",
  }),
  clientSecret: Setting.of("FOURSQUARE_CLIENT_SECRET", Setting.secret, {
    needed: "to link",
    meaning: "the secret of that application",
  }),
  token: Setting.of("FOURSQUARE_TOKEN", Setting.secret, {
    needed: "unless linked",
    meaning: "an OAuth token of your account, unless you link it",
  }),
})

/** The Foursquare account to read check-ins from. */
export type Config = Setting.Config<typeof settings>
