import Type from 'typebox'

export const FileParameters = Type.Object({
  key: Type.String({ format: 'uuid', description: 'File identifier' }),
})

/** Query parameters of a signed address. */
export const SignedQuery = Type.Object({
  client: Type.Optional(Type.String({ description: 'Client that the address was signed for' })),
  expires: Type.Optional(
    Type.String({ description: 'Time at which the signed address expires, seconds since 1970 UTC' }),
  ),
  signature: Type.Optional(
    Type.String({ description: 'HMAC over path, client and expiry; copy it from the signed address' }),
  ),
})

export const FileBytes = Type.Unsafe<AsyncIterable<Uint8Array>>(
  Type.String({ format: 'binary', description: 'Content of the file' }),
)
