import { pageBuild } from '@assay/ui/page-build'

export default pageBuild('^/(metrics|query|modeler|growth|fhir|health|docs)')
