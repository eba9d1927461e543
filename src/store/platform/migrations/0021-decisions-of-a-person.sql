-- What came of somebody's last clicks is on their Home.

create index decisions_of_a_person on actions (by_slack_id, at) where verb in ('approve', 'deny');
