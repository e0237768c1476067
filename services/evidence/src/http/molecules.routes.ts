import type { App } from '@assay/kit/server'
import { untilGone } from '@assay/kit/waiting-client'
import type { Static } from 'typebox'
import { moleculeKey } from '../domain/evidence/identifiers.ts'
import type { listAssessments } from '../operations/integrate-evidence.ts'
import type {
  drawStructure,
  findMolecule,
  listEvidence,
  listMolecules,
  MoleculeDescription,
  putMolecule,
  similarMolecules,
} from '../operations/molecules.ts'
import type { networkStats } from '../operations/network-stats.ts'
import type { Actor, MoleculeSummary } from '../operations/ports.ts'
import { readAsOf } from '../wire/as-of.ts'
import { readCursor } from '../wire/cursor.ts'
import { readFuzzyConfigText } from '../wire/fuzzy-config.ts'
import {
  presentAssessments,
  presentEvidence,
  presentMolecule,
  presentMolecules,
  presentSimilar,
} from '../wire/molecules.present.ts'
import {
  AsOfQuery,
  AssessmentList,
  DrawingQuery,
  EvidenceList,
  EvidenceQuery,
  MoleculeAnswer,
  MoleculeBody,
  MoleculeList,
  MoleculePath,
  MoleculeQuery,
} from '../wire/molecules.schema.ts'
import { actorOf } from './access.ts'

/** Operations that the routes call. */
export interface MoleculeDeps {
  readonly findMolecule: ReturnType<typeof findMolecule>
  readonly putMolecule: ReturnType<typeof putMolecule>
  readonly listMolecules: ReturnType<typeof listMolecules>
  readonly similarMolecules: ReturnType<typeof similarMolecules>
  readonly listEvidence: ReturnType<typeof listEvidence>
  readonly listAssessments: ReturnType<typeof listAssessments>
  readonly networkStats: ReturnType<typeof networkStats>
  readonly drawStructure: ReturnType<typeof drawStructure>
  readonly now: () => Date
}

/** A drawing has no script and loads nothing, whoever opens it. */
const DRAWING_POLICY = "default-src 'none'; style-src 'unsafe-inline'"

const described = { tags: ['molecules'] }

function descriptionOf(body: Static<typeof MoleculeBody>): MoleculeDescription {
  const { name, aliases, structure } = body
  return {
    name: name ?? null,
    aliases: aliases ?? [],
    structure: !structure
      ? null
      : 'smiles' in structure
        ? { kind: 'smiles', text: structure.smiles }
        : { kind: 'molfile', text: structure.molfile },
  }
}

/** Registers the routes for molecules and their kept evidence under `/v1`. */
export function moleculeRoutes(app: App, deps: MoleculeDeps): void {
  const shown = async (
    actor: Actor,
    molecule: MoleculeSummary,
    { as_of, fuzzy_config }: Static<typeof AsOfQuery> = {},
  ) => {
    const at = {
      includePredictions: false,
      temporalWindowDays: undefined,
      fuzzyConfig: readFuzzyConfigText(fuzzy_config),
      asOf: readAsOf(as_of, deps.now()),
    }
    return presentMolecule(molecule, await deps.networkStats(actor, molecule.id, at))
  }
  app.get(
    '/molecules',
    {
      config: { access: 'read' },
      schema: {
        ...described,
        operationId: 'listMolecules',
        summary: 'List molecules by identifier or by similarity of structure',
        description:
          'Lists molecules by identifier, in pages by `cursor`. With `similar_to` the molecules are sorted by Tanimoto coefficient: exactly below 50 000 structures, with an approximate index above.',
        querystring: MoleculeQuery,
        response: { 200: MoleculeList },
      },
    },
    async (request, reply) => {
      const { limit, cursor, similar_to, min_similarity } = request.query
      const actor = actorOf(request)
      if (similar_to !== undefined) {
        const wanted = { smiles: similar_to, limit, minSimilarity: min_similarity }
        return presentSimilar(await deps.similarMolecules(actor, wanted, untilGone(reply)))
      }
      return presentMolecules(
        await deps.listMolecules(actor, { after: readCursor('molecule', cursor), limit }),
      )
    },
  )
  app.get(
    '/drawings',
    {
      config: { access: 'read' },
      schema: {
        ...described,
        operationId: 'drawStructure',
        summary: 'Draw a structure',
        description: 'Returns a drawing of the structure as an SVG image.',
        querystring: DrawingQuery,
        response: {
          200: {
            description: 'The drawing',
            content: { 'image/svg+xml': { schema: { type: 'string' } } },
          },
        },
      },
    },
    async (request, reply) => {
      const svg = await deps.drawStructure(actorOf(request), request.query.smiles, untilGone(reply))
      return reply
        .type('image/svg+xml; charset=utf-8')
        .header('content-security-policy', DRAWING_POLICY)
        .header('cache-control', 'private, max-age=86400')
        .send(svg)
    },
  )
  app.get(
    '/molecules/:molecule_id',
    {
      config: { access: 'read' },
      schema: {
        ...described,
        operationId: 'getMolecule',
        querystring: AsOfQuery,
        summary: 'Read a molecule',
        description:
          'Accepts any spelling of the identifier. The answer contains the spelling under which the molecule is kept.',
        params: MoleculePath,
        response: { 200: MoleculeAnswer },
      },
    },
    async (request) => {
      const { molecule_id } = request.params
      return shown(actorOf(request), await deps.findMolecule(actorOf(request), molecule_id), request.query)
    },
  )
  app.put(
    '/molecules/:molecule_id',
    {
      config: { access: 'write' },
      schema: {
        ...described,
        operationId: 'putMolecule',
        summary: 'Describe a molecule',
        description:
          'Creates the molecule, or replaces its name, aliases and structure. Its evidence does not change.',
        params: MoleculePath,
        body: MoleculeBody,
        response: { 200: MoleculeAnswer },
      },
    },
    async (request, reply) => {
      const actor = actorOf(request)
      const { molecule_id } = request.params
      const put = await deps.putMolecule(actor, molecule_id, descriptionOf(request.body), untilGone(reply))
      return shown(actor, put)
    },
  )
  app.get(
    '/molecules/:molecule_id/assessments',
    {
      config: { access: 'read' },
      schema: {
        ...described,
        operationId: 'listAssessments',
        summary: 'List the stored assessments of a molecule',
        description:
          'Lists assessments as they were stored, newest first, in pages by `cursor`, with the version of the algorithm that made each. `as_of` of integrate replays those of the present version.',
        params: MoleculePath,
        querystring: EvidenceQuery,
        response: { 200: AssessmentList },
      },
    },
    async (request) => {
      const { cursor, limit } = request.query
      const time = readCursor('time', cursor)
      const before = time === undefined ? undefined : new Date(time)
      return presentAssessments(
        await deps.listAssessments(actorOf(request), request.params.molecule_id, { before, limit }),
      )
    },
  )
  app.get(
    '/molecules/:molecule_id/evidence',
    {
      config: { access: 'read' },
      schema: {
        ...described,
        operationId: 'listEvidence',
        summary: 'List the kept evidence of a molecule',
        description: 'Lists items by id, in pages by `cursor`.',
        params: MoleculePath,
        querystring: EvidenceQuery,
        response: { 200: EvidenceList },
      },
    },
    async (request) => {
      const { molecule_id } = request.params
      const { cursor, limit } = request.query
      const page = await deps.listEvidence(actorOf(request), molecule_id, {
        after: readCursor('evidence', cursor),
        limit,
      })
      return presentEvidence(moleculeKey(molecule_id), page)
    },
  )
}
