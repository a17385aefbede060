/** The S256 code challenge of a verifier (RFC 7636, 4.2), from its SHA-256 in hexadecimal. */
const challengeOf = (verifier: string, sha256: (text: string) => string): string => {
  const bytes = (sha256(verifier).match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "")
}

/** True for the form of a challenge: 32 bytes in base64url. */
export const isChallenge = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** True for a verifier of the form of RFC 7636, 4.1, that fits the challenge. */
export const isVerified = (verifier: string, challenge: string, sha256: (text: string) => string): boolean =>
  /^[\w\-.~]{43,128}$/.test(verifier) && challengeOf(verifier, sha256) === challenge
