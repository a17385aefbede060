import { render } from "preact"
import "./style/tokens.css"
import "./style/theme.css"
import "./style/base.css"
import "./style/frame.css"
import "./style/surfaces.css"
import "./style/parts.css"
import "./style/views.css"
import "./style/covers.css"
import "./style/forms.css"
import { App } from "./app.tsx"
import { addressOf } from "./data/address.ts"
import { findSession, signInByLink } from "./data/session.ts"
import { messages } from "./messages.ts"
import { place, routeOf, startRouter } from "./router.tsx"
import { routes } from "./routes.ts"
import { language } from "./words.ts"

document.documentElement.lang = language
document.documentElement.dir = messages.direction
// Before the first text needs them: later they would delay its images.
for (const family of ["Bricolage Grotesque", "Hanken Grotesk"]) void document.fonts.load(`1em "${family}"`)
void (signInByLink() ?? findSession())
// The code of the view comes next to the session. If it does not, the view says so when it is shown.
void routeOf(routes, place.get())
  ?.route.load()
  .catch(() => undefined)
startRouter()
const app = document.querySelector("#app")
if (app !== null) render(<App />, app)

// The shell opens without a server. Over plain HTTP browsers have no service workers.
if ("serviceWorker" in navigator) {
  const register = () => void navigator.serviceWorker.register(addressOf("/sw.js")).catch(() => undefined)
  // This code waits for its texts, which may come after the page has loaded.
  if (document.readyState === "complete") register()
  else window.addEventListener("load", register)
}
