import { orThrow } from '@assay/query-client'
import { useQuery } from '@tanstack/react-query'
import { service } from './service.ts'

/** The catalogue of metrics and parameters, loaded once. */
export const useCatalogue = () =>
  useQuery({ queryKey: ['catalogue'], queryFn: () => orThrow(service().GET('/metrics/catalogue')) })
