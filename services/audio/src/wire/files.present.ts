/** Signs addresses that need no credentials. */
export interface AddressSigner {
  /** Returns an address that anyone may GET until it expires, with the rights of `owner`. */
  sign(path: string, owner: string, expiresAt: Date): string
}

/** Returns the path of a file. */
export const fileAddress = (key: string): string => `/api/v1/files/${key}`

/** Returns the path of an output record or export. */
export const recordAddress = (jobId: string, record: string): string =>
  `/api/v1/jobs/${jobId}/results/${record}`

/** Returns the path of something that belongs to a track, such as its audio or an export. */
export const trackAddress = (trackId: string, ...parts: readonly (string | number)[]): string =>
  `/api/v1/tracks/${[trackId, ...parts].join('/')}`
