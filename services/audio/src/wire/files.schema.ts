import Type from 'typebox'

export const FileParameters = Type.Object({
  key: Type.String({ format: 'uuid', description: 'File identifier' }),
})

/** Query parameters of a signed address. */
export const SignedQuery = Type.Object({
  client: Type.Optional(Type.String({ description: 'Client of a signed address' })),
  expires: Type.Optional(Type.String({ description: 'Expiry of a signed address, seconds since 1970 UTC' })),
  signature: Type.Optional(Type.String({ description: 'Signature of a signed address' })),
})

export const FileBytes = Type.Unsafe<AsyncIterable<Uint8Array>>(
  Type.String({ format: 'binary', description: 'The bytes of the file' }),
)
