import { type components, orThrow } from '@assay/audio-client'
import { queryOptions } from '@tanstack/react-query'
import { loadRange, service } from '../../service.ts'
import { PeakSource } from './peak-source.ts'

type Schemas = components['schemas']
export type Track = Schemas['Track']
export type TrackFiles = Schemas['TrackAddresses']

/** What the waveform of a track is drawn from and where its sound is. */
export interface Waveform {
  readonly files: TrackFiles
  readonly peaks: PeakSource
}

/** Time for which unused addresses are kept: they expire. */
const ADDRESSES_MS = 30_000

const path = (id: string) => ({ params: { path: { id } } })

/** A track of the library with its analysis: up to some megabytes. */
export const trackQuery = (id: string) =>
  queryOptions({
    queryKey: ['track', id],
    queryFn: () => orThrow(service().GET('/api/v1/tracks/{id}', path(id))),
  })

const peaksOf = ({ peaks }: TrackFiles) =>
  new PeakSource(
    peaks.map(({ samples_per_peak, count, address }) => ({
      samplesPerPeak: samples_per_peak,
      count,
      address,
    })),
    loadRange,
  )

/**
 * The addresses of a track and the first peaks of its waveform: some kilobytes, which are asked for before the track, because
 * the service would otherwise send them after the megabytes of an analysis.
 */
export const waveformQuery = (id: string) =>
  queryOptions({
    queryKey: ['waveform', id],
    queryFn: async (): Promise<Waveform> => {
      const files = await orThrow(service().GET('/api/v1/tracks/{id}/addresses', path(id)))
      const peaks = peaksOf(files)
      await peaks.loadFirst()
      return { files, peaks }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: ADDRESSES_MS,
  })
