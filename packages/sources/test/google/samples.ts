/** Bodies in the shapes that Google sends, about a sample account. */

export const scopes = [
  "https://www.googleapis.com/auth/userinfo.email",
  "https://www.googleapis.com/auth/gmail.readonly",
  "openid",
]

export const tokens = (accessToken: string, more: object = {}) => ({
  access_token: accessToken,
  expires_in: 3_599,
  scope: scopes.join(" "),
  token_type: "Bearer",
  ...more,
})

export const profile = {
  emailAddress: "someone@example.org",
  messagesTotal: 4_210,
  threadsTotal: 3_907,
  historyId: "900417",
}

/** An error of the token endpoint: a text. */
export const refusal = (error: string, description = "in its own words") => ({
  error,
  error_description: description,
})

/** An error of an API: an object, with the reason in the old place and in the new one. */
export const apiFailure = (
  code: number,
  reasons: { readonly old?: string; readonly new?: string },
  message = "in its own words",
) => ({
  error: {
    code,
    message,
    errors: reasons.old === undefined ? [] : [{ message, domain: "global", reason: reasons.old }],
    status: "PERMISSION_DENIED",
    ...(reasons.new === undefined
      ? {}
      : { details: [{ "@type": "type.example/ErrorInfo", reason: reasons.new, domain: "googleapis.com" }] }),
  },
})

/** No credential came with the question: the reason in the new place has a method and a service next to it. */
export const missingCredentials = {
  error: {
    code: 401,
    message: "in its own words",
    errors: [
      {
        message: "in its own words",
        domain: "global",
        reason: "required",
        location: "Authorization",
        locationType: "header",
      },
    ],
    status: "UNAUTHENTICATED",
    details: [
      {
        "@type": "type.example/ErrorInfo",
        reason: "CREDENTIALS_MISSING",
        domain: "googleapis.com",
        metadata: { method: "mail.example.GetProfile", service: "mail.example" },
      },
    ],
  },
}
