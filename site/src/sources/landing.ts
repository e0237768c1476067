import type { SitePage } from '../../../tooling/site/page.ts'

interface Service {
  readonly name: string
  readonly question: string
  readonly who: string
  readonly gives: string
  readonly links: readonly (readonly [label: string, address: string])[]
}

/** What the landing page says of each service. A service without a tutorial on the site is left out. */
const SERVICES: readonly Service[] = [
  {
    name: 'query',
    question: 'What do these body measurements mean?',
    who: 'For health and nutrition professionals, coaches, people who run nutrition surveys, and developers who build for them.',
    gives:
      'Send measurements, a question in plain words or a survey table. Every number comes back with its published equation, source and error.',
    links: [
      ['Tutorial', 'query/tutorial'],
      ['How-to', 'query/how-to'],
      ['Equation cards', 'metrics'],
      ['API reference', 'api/query'],
    ],
  },
  {
    name: 'evidence',
    question: 'How sure can we be of this molecule?',
    who: 'For people in metabolomics and proteomics who have scores of several tools and need one probability.',
    gives:
      'Import the tables of your tools as they are. You get calibrated probabilities with bounds, and the reasons for each.',
    links: [
      ['Tutorial', 'evidence/tutorial'],
      ['How-to', 'evidence/how-to'],
      ['Score cards', 'score-cards'],
      ['API reference', 'api/evidence'],
    ],
  },
  {
    name: 'audio',
    question: 'What is in this music, and how does it feel?',
    who: 'For people who keep, research or build on music libraries.',
    gives:
      'Upload tracks. You get beats, drums, sections, key, loudness, stems and emotions, and a library that you search by feeling.',
    links: [
      ['Tutorial', 'audio/tutorial'],
      ['How-to', 'audio/how-to'],
      ['API reference', 'api/audio'],
    ],
  },
]

const MORE: readonly (readonly [label: string, address: string, text: string])[] = [
  ['Start in 60 seconds', 'start', 'Node 24 is enough. No database to install.'],
  ['Python and R', 'clients/python', 'Call the services from notebooks, with results as data frames.'],
  ['Install and operate', 'operations/install', 'Compose, systemd or Kubernetes; backup, upgrade, metrics.'],
  ['How good is it?', 'accuracy', 'Every result beside named baselines, also where we are worse.'],
  ['Why it is so', 'decisions', 'One decision per page.'],
  ['All documents', 'map', 'By purpose: learn, do, look up, understand.'],
]

/** Returns the landing page. Links lead only to pages that exist. */
export function landing(pages: readonly SitePage[]): SitePage & { readonly splash: true } {
  const known = new Set(pages.map(({ address }) => address))
  const services = SERVICES.filter(({ name }) => known.has(`${name}/tutorial`)).map(
    ({ name, question, who, gives, links }) => `<section class="service">
<p class="service-name">${name}</p>
<h2>${question}</h2>
<p><strong>${who}</strong></p>
<p>${gives}</p>
<ul>${links
      .filter(([, address]) => known.has(address))
      .map(([label, address]) => `<li><a href="/${address}">${label}</a></li>`)
      .join('')}</ul>
</section>`,
  )
  const more = MORE.filter(([, address]) => known.has(address)).map(
    ([label, address, text]) => `<li><a href="/${address}">${label}</a><span>${text}</span></li>`,
  )
  return {
    address: 'index',
    title: 'Assay: three analysis services',
    description:
      'Three independent analysis services: body measurements, evidence about molecules, and music. Documentation for users, operators and developers.',
    markdown: `<p class="lead"><strong>query</strong> reads body measurements, <strong>evidence</strong> weighs what tools say about a molecule, <strong>audio</strong> analyses music. Each runs alone, on your own machine. Every number comes with its source, its error or its reasons.</p>

<div class="services">
${services.join('\n')}
</div>

<ul class="more">
${more.join('\n')}
</ul>
`,
    splash: true,
  }
}
