import { identity as domain } from "@daybook/access"
import { identityRoutes } from "@daybook/http"
import { Google } from "@daybook/sources"
import { servedDomain } from "../serving/servedDomain.ts"

export const identity = servedDomain({
  domain,
  routes: identityRoutes,
  services: { google: Google.settings },
  links: ({ google }) => [Google.link(google)],
  sources: ({ google }) => Google.layer(google),
})
