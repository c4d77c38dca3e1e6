import { libraChecks } from '$lib/paper/libra/checks';
import { loadLibraFacts, loadLibraTables } from '$lib/paper/load';

export const load = async () => {
  const [tables, facts] = await Promise.all([loadLibraTables(), loadLibraFacts()]);
  return { tables, facts, checks: libraChecks(tables, facts) };
};
