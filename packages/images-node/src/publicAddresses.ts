import ipaddr from "ipaddr.js"
import { lookup } from "node:dns"
import { isIP, type LookupFunction } from "node:net"

// The IPv6 block from which IANA allots public addresses; an address outside it can still contain an IPv4 address.
const globalUnicast = ipaddr.IPv6.parseCIDR("2000::/3")

/**
 * True for an IP address of the open Internet: one in no block that IANA reserves (private, loopback, link-local,
 * shared by carriers, multicast, tunnels to any of these, …). An IPv4 address written as IPv6 counts as IPv4.
 */
const isPublic = (text: string): boolean => {
  const address = ipaddr.process(text)
  return address.range() === "unicast" && (address instanceof ipaddr.IPv4 || address.match(globalUnicast))
}

/** The guard of connections: allows public IP addresses, and those listed in addition. */
export interface AddressGuard {
  /** True for a URL's host that may be looked up: any name, and an IP address that may be connected to. */
  readonly mayLookUp: (hostname: string) => boolean
  /**
   * Looks up a name for a connection, and gives only addresses that may be connected to. The connection goes to the very
   * address that was checked, so a name cannot change its address in between.
   */
  readonly lookup: LookupFunction
}

/** The code of an error for a name that has only private addresses. */
export const privateAddress = "PRIVATE_ADDRESS"

/** Makes the guard; `isNamed` says which private addresses may be connected to. */
export const guardAddresses = (isNamed: (address: string) => boolean = () => false): AddressGuard => {
  const isOpen = (address: string) => isPublic(address) || isNamed(ipaddr.process(address).toString())
  return {
    mayLookUp: (hostname) => {
      const address = hostname.replace(/^\[|\]$/g, "")
      return isIP(address) === 0 || isOpen(address)
    },
    lookup: (hostname, options, callback) => {
      lookup(hostname, { ...options, all: true }, (error, found) => {
        if (error !== null) return callback(error, [])
        const open = found.filter(({ address }) => isOpen(address))
        const [first] = open
        if (first === undefined) {
          return callback(Object.assign(new Error("not a public address"), { code: privateAddress }), [])
        }
        return options.all === true ? callback(null, open) : callback(null, first.address, first.family)
      })
    },
  }
}
