import { orThrow } from '@assay/evidence-client'
import { useQuery } from '@tanstack/react-query'
import { service } from '../../service.ts'

/** The users of the organization. */
export const useUsers = () =>
  useQuery({
    queryKey: ['users'],
    queryFn: async () => (await orThrow(service.GET('/v1/auth/users'))).users,
  })
