//! What only the admin may do: keys, reloading the policy, backups. An admin of one tenant sees no key of another; the
//! admin of the server sees all where no tenant is named.

use memoro_engine::{Access, Action, PolicyStatus, Role, Workspace};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::call::user;
use super::{Call, Ended, Operation, Repeats};
use crate::access::{Keyring, Named, NewKey};
use crate::api::{BackupView, KeyView, PolicyView};
use crate::error::{Code, Failure, Result};

/// A role, as requests name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RoleWord {
    /// Whoever runs the machine.
    Admin,
    /// The user.
    User,
    /// An agent on its own.
    Agent,
    /// May look and change nothing.
    ReadOnly,
}

/// An action, as requests name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ActionWord {
    /// Seeing memories.
    Read,
    /// Making and changing memories.
    Write,
    /// Ending or erasing memories.
    Forget,
    /// Deciding about what waits for a person.
    Confirm,
    /// Seeing who changed what.
    Audit,
    /// Indexing and jobs.
    Maintain,
    /// Keys, policy and backups.
    Admin,
}

impl From<RoleWord> for Role {
    fn from(word: RoleWord) -> Self {
        match word {
            RoleWord::Admin => Role::Admin,
            RoleWord::User => Role::User,
            RoleWord::Agent => Role::Agent,
            RoleWord::ReadOnly => Role::ReadOnly,
        }
    }
}

impl From<ActionWord> for Action {
    fn from(word: ActionWord) -> Self {
        match word {
            ActionWord::Read => Action::Read,
            ActionWord::Write => Action::Write,
            ActionWord::Forget => Action::Forget,
            ActionWord::Confirm => Action::Confirm,
            ActionWord::Audit => Action::Audit,
            ActionWord::Maintain => Action::Maintain,
            ActionWord::Admin => Action::Admin,
        }
    }
}

fn ring<'a>(call: &'a Call<'_>) -> Result<&'a Keyring> {
    call.keys.ok_or_else(|| {
        Failure::new(Code::Denied, "keys are kept by a server").hint("run `memoro key` on its machine")
    })
}

/// Names a key of the caller's tenant; those of others are not there.
fn own<'a>(call: &'a Call<'_>, name: &'a str) -> Named<'a> {
    Named { tenant: call.tenant(), name }
}

/// The keys of the tenant.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct KeysRequest {}

/// Keys, without their tokens.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct KeysView {
    /// The keys.
    pub(crate) keys: Vec<KeyView>,
}

impl Operation for KeysRequest {
    type Answer = KeysView;
    const ACTION: Action = Action::Admin;
    const WITHOUT_TENANT: bool = true;
    const ABOUT: &'static str = "Lists the keys of the tenant, without their tokens";

    fn act(self, call: &Call<'_>) -> Result<KeysView> {
        let keys = ring(call)?.keys()?;
        let ours = keys.iter().filter(|key| call.tenant().is_none_or(|tenant| key.access.tenant == tenant));
        Ok(KeysView { keys: ours.map(KeyView::from).collect() })
    }
}

/// A key to make.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MakeKeyRequest {
    /// What it is called.
    #[schema(min_length = 1, max_length = 64)]
    pub(crate) name: String,
    /// What it is for.
    pub(crate) role: RoleWord,
    /// Only these actions.
    #[serde(default)]
    pub(crate) scopes: Vec<ActionWord>,
    /// Only this user.
    #[serde(default)]
    pub(crate) user: Option<String>,
    /// Whether a person stands at the client: what it answers to a question counts as the person's word.
    #[serde(default)]
    #[schema(default = false)]
    pub(crate) asks_person: bool,
}

/// A key with its token, shown this once.
#[derive(Serialize, ToSchema)]
pub(crate) struct MadeKeyView {
    /// The key.
    pub(crate) key: KeyView,
    /// The token; it is not kept.
    pub(crate) token: String,
}

impl Operation for MakeKeyRequest {
    type Answer = MadeKeyView;
    const ACTION: Action = Action::Admin;
    const ABOUT: &'static str = "Makes a key of the tenant and shows its token this once";

    fn repeats(&self, _: &Access) -> Repeats {
        Repeats::Refused
    }

    fn act(self, call: &Call<'_>) -> Result<MadeKeyView> {
        let user = self.user.as_deref().map(user).transpose()?;
        let new = NewKey {
            name: self.name,
            tenant: call.access.tenant.clone(),
            role: self.role.into(),
            scopes: self.scopes.into_iter().map(Into::into).collect(),
            user,
            person: self.asks_person,
        };
        let (key, token) = ring(call)?.make(new, call.now())?;
        Ok(MadeKeyView { key: KeyView::from(&key), token: token.reveal().to_owned() })
    }

    fn ended(_: &MadeKeyView) -> Ended {
        Ended::Created
    }
}

/// A key to give a new token.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RotateKeyRequest {
    /// Its name or id.
    #[schema(min_length = 1, max_length = 64)]
    pub(crate) name: String,
}

impl Operation for RotateKeyRequest {
    type Answer = MadeKeyView;
    const ACTION: Action = Action::Admin;
    const WITHOUT_TENANT: bool = true;
    const ABOUT: &'static str = "Gives a key a new token; the old one counts no more";

    fn repeats(&self, _: &Access) -> Repeats {
        Repeats::Refused
    }

    fn act(self, call: &Call<'_>) -> Result<MadeKeyView> {
        let (key, token) = ring(call)?.rotate(own(call, &self.name), call.now())?;
        Ok(MadeKeyView { key: KeyView::from(&key), token: token.reveal().to_owned() })
    }
}

/// A key to end.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RevokeKeyRequest {
    /// Its name or id.
    #[schema(min_length = 1, max_length = 64)]
    pub(crate) name: String,
}

impl Operation for RevokeKeyRequest {
    type Answer = KeyView;
    const ACTION: Action = Action::Admin;
    const WITHOUT_TENANT: bool = true;
    const ABOUT: &'static str = "Ends a key";

    fn act(self, call: &Call<'_>) -> Result<KeyView> {
        Ok(KeyView::from(&ring(call)?.revoke(own(call, &self.name), call.now())?))
    }
}

/// The policy, to be read again.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReloadPolicyRequest {}

impl Operation for ReloadPolicyRequest {
    type Answer = PolicyView;
    const ACTION: Action = Action::Admin;
    const WITHOUT_TENANT: bool = true;
    const ABOUT: &'static str = "Reads the policy again";

    fn act(self, call: &Call<'_>) -> Result<PolicyView> {
        Ok(PolicyView::from(&reload_policy(call)?))
    }
}

/// Reads the policy again for one tenant, or for all where none is named. What a broken file says is told to the admin of
/// the server alone: an admin of one tenant is not the one whose rules they are.
pub(crate) fn reload_policy(call: &Call<'_>) -> Result<PolicyStatus> {
    let reload = |workspace: &Workspace| {
        workspace.reload_policy(&call.caller).map_err(|error| {
            let fault = call.tenant().is_none().then(|| workspace.policy_fault(&call.caller)).flatten();
            let told =
                fault.map(|fault| Failure::new(Code::Invalid, format!("the policy is broken: {fault}")));
            told.unwrap_or_else(|| error.into())
        })
    };
    let mut status = reload(call.workspace)?;
    for workspace in call.everywhere {
        status = reload(workspace)?;
    }
    Ok(status)
}

/// A backup.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct BackupRequest {}

impl Operation for BackupRequest {
    type Answer = BackupView;
    const ACTION: Action = Action::Admin;
    const ABOUT: &'static str = "Makes a verified copy inside the workspace, while it is in use";

    fn act(self, call: &Call<'_>) -> Result<BackupView> {
        let (path, manifest) = call.workspace.backup(None, &call.caller, |_, _| {})?;
        Ok(BackupView::of(&path, &manifest))
    }

    fn ended(_: &BackupView) -> Ended {
        Ended::Created
    }
}
