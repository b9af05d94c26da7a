import { CONSTANT_NAMES } from '../base/constants.ts';
import { ITEM_NAMES } from '../front/expr.ts';
import type { Kernel } from '../kernel/ir.ts';
import { C_FORMS, C_NAMES } from './c-names.ts';

// Words of Promela (SPIN manual, "keywords"), C, pan and our own models.
const TAKEN = new Set(
  `active assert atomic bit bool break byte chan d_step do else empty enabled end eval false fi for full
  goto hidden if in init inline int len ltl mtype nempty never nfull notrace np_ od of pc_value printf
  priority proctype provided run select short show skip timeout trace true typedef unless unsigned xr xs
  c_code c_decl c_expr c_state c_track D_proctype get_priority set_priority pid _ _pid _last _nr_pr
  _priority
  now errors depth nstates trail
  go done stop wait tick time FIN rounds passes NWE first_unit groups units devices group items item agreed meets at k base next last started stopped global_ticks local_ticks private_ticks running bound prune improve report lower_bound forget m_hst log2 ticks tell defined choosing undefined t_fault t_fit t_add t_sub t_mul t_div t_mod t_shl t_log t_choose t_chosen host device unit
  barrier pex clock hst_clk clk_p p_clk me wake start_time back who more busy next due i n round item
  parameters configure finish word report_finish T pex_b b_pex pex_u u_pex hst_d d_hst dev_u u_dev stuck stopping pass waiting began rest
  warp warps lanes lane_ticks dearest together global_lanes local_lanes private_lanes
  NRP NRP_work cur_time hst_u u_hst u_s s_u s_pex pex_s scheduler
  kinds kind_first kind_ticks kind_count free_at workers stage kind tried strange differs one other slowest low high many too_many_kinds
  Pmain Phost Pdevice Punit Pbarrier Ppex Pclock
  port l2 scheduler warp programs steps in_group resident warps waves found times_of port_of l2_of latency_of issue_of
  chain_of asleep slept fetched ready cost step left w_u u_w w_b b_w w_port port_w w_l2 l2_w w_s s_w hst_u u_hst table
  read_table unfold find_program Sleeper warp_of queue queued fall_asleep is_before wake_next later least wave tell_work tell_message tell_lane tell_lanes tell_values told_values
  Pport Pl2 Pscheduler Pwarp
  EOF rand sv`
    .split(/\s+/)
    .concat(CONSTANT_NAMES, ITEM_NAMES, ...C_NAMES),
);

/** End states, pan's process types, and a counter's own names (see `skipping`). */
const TAKEN_FORMS = /^(end_\w*[^_]|P\d+|\w+_(mark|phase)|lanes_\d+)$/;

/** Endings of the names of a range's ends and step. */
export const RANGE_ENDS = ['low', 'high', 'step'] as const;

/** Each tuning parameter's Promela name: its own, or with underscores where that is taken. */
export function parameterNames(kernel: Kernel): ReadonlyMap<string, string> {
  const wanted = kernel.parameters.map(({ name }) => name);
  // Ends of a range have names too (see `rangeNames`): WG_low must be free.
  const ends = RANGE_ENDS.flatMap((end) => wanted.map((name) => `${name}_${end}`));
  return freeNames(wanted, ends);
}

/** Promela names, with underscores added where Promela, the model or `others` have them. */
export function freeNames(
  wanted: readonly string[],
  others: Iterable<string> = [],
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const used = new Set([...TAKEN, ...others]);
  for (const name of wanted) {
    // Loops' indices may have other characters; underscores in front are the compiler's.
    let free = name.replace(/\W/g, '_').replace(/^(?=[\d_])/, 'p_');
    while (used.has(free) || TAKEN_FORMS.test(free) || C_FORMS.test(free)) free += '_';
    used.add(free);
    names.set(name, free);
  }
  return names;
}
