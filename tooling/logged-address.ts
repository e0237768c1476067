/** Returns the address that a service has logged; undefined before it listens. A service with `--port 0` takes a free port. */
export const addressIn = (log: string): string | undefined => /"?url"?: ?"(http:\/\/[^"]+)"/.exec(log)?.[1]
